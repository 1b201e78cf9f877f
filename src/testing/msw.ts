/**
 * For code that has the hosts of the live service built in, and tests that use Mock Service Worker: handlers that have
 * the simulator answer for those hosts, in process, their fallback hosts by its fallback bases.
 *
 *   const server = setupServer(...liveHostHandlers(sim))
 */
import { HttpResponse, http, type RequestHandler } from 'msw'
import type { SimulatorSession } from './api.js'

/** A failure of the connection, whatever it was, is a network error there: MSW knows one kind only. */
export function liveHostHandlers(sim: SimulatorSession): RequestHandler[] {
  return sim.liveHosts.map((host) =>
    http.all(`https://${host}/*`, async ({ request }) => {
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
