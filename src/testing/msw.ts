/**
 * For code that has the hosts of the live service built in, and tests that use Mock Service Worker: handlers that have
 * the simulator answer for those hosts, in process, their fallback hosts by its fallback bases.
 *
 *   const server = setupServer(...liveHostHandlers(sim))
 */
import { HttpResponse, http, type RequestHandler } from 'msw'
import { LIVE_ORIGINS } from '../catalogue/live-hosts.js'
import type { SimulatorSession } from './api.js'

/** A failure of the connection, whatever it was, is a network error there: MSW knows one kind only. */
export function liveHostHandlers(sim: SimulatorSession): RequestHandler[] {
  return LIVE_ORIGINS.map((origin) =>
    http.all(`${origin}/*`, async ({ request }) => {
      try {
        return await sim.fetch(request)
      } catch (error) {
        // Where the client has given up nobody sees what is answered.
        if (error instanceof TypeError || request.signal.aborted) return HttpResponse.error()
        throw error
      }
    }),
  )
}
