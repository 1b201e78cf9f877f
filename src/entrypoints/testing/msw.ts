/** For Mock Service Worker: answers the live hosts in process: `setupServer(...liveHostHandlers(sim))`. */
import { HttpResponse, http, type RequestHandler } from 'msw'
import { GMX_DOMAINS } from '../../market/catalogue/gmx-hosts.js'
import { isTypeError } from '../../server/http/local/failures.js'
import type { SimulatorSession } from './api.js'

/** Every connection failure becomes a network error, the only kind that MSW has. */
export function liveHostHandlers(sim: SimulatorSession): RequestHandler[] {
  const exact = (host: string) => host.replaceAll('.', '\\.')
  const names = [...sim.liveHosts.map(exact), ...GMX_DOMAINS.map((domain) => `([^/]*\\.)?${exact(domain)}`)]
  const hosts = new RegExp(`^https?://(${names.join('|')})\\.?(:\\d+)?/`, 'i')
  const answer = http.all(hosts, async ({ request }) => {
    try {
      return await sim.fetch(request)
    } catch (error) {
      // After an abort the reply is irrelevant.
      if (isTypeError(error) || request.signal.aborted) return HttpResponse.error()
      throw error
    }
  })
  return [answer]
}
