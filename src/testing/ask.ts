/** What a good reply says now: the truth that a test compares with what a client made of it. */
import { NETWORKS } from '../catalogue/networks.js'
import { ENDPOINTS } from '../endpoints/index.js'
import { answer } from '../session/answer.js'
import type { Session } from '../session/session.js'
import { mistake, oneOf } from './mistakes.js'
import type { Ask } from './replies.js'

const IDS = ENDPOINTS.map(({ id }) => id)

export function createAsk(sessionNow: () => Session): Ask {
  return async (network, id, ...[query]) => {
    const session = sessionNow()
    const known = oneOf<string>(id, IDS, 'endpoint')
    const endpoint = ENDPOINTS.find((endpoint) => endpoint.id === known)
    const given = Object.entries(query ?? {}).map(
      ([name, value]) => [name, String(value)] as [string, string],
    )
    const { dialect, cacheWindows } = session
    const world = session.world(oneOf(network, NETWORKS, 'network'))
    const search = String(new URLSearchParams(given))
    const { status, body } = await answer(
      { dialect, cacheWindows, world },
      { endpoint, method: 'GET', url: endpoint?.path ?? '', search, atMs: session.nowMs() },
    ).reply()
    const reply = JSON.parse(body.toString())
    if (status === 200) return reply
    throw mistake(`${id} cannot be asked that`, reply.errors.join('; '), 'correct the query')
  }
}
