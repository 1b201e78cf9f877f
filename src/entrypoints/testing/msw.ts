/** For Mock Service Worker: answers the live hosts in process: `setupServer(...liveHostHandlers(sim))`. */
import { HttpResponse, http, type RequestHandler } from 'msw'
import type { SimulatorSession } from './api.js'

/** Every connection failure becomes a network error, the only kind that MSW has. */
export function liveHostHandlers(sim: SimulatorSession): RequestHandler[] {
  return sim.liveHosts.map((host) =>
    http.all(`https://${host}/*`, async ({ request }) => {
      try {
        return await sim.fetch(request)
      } catch (error) {
        // After an abort the reply is irrelevant.
        if (error instanceof TypeError || request.signal.aborted) return HttpResponse.error()
        throw error
      }
    }),
  )
}
