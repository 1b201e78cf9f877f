/** The correct reply, for comparison with what a client made of it. */

import { methodsOf } from '../../api/endpoints/define.js'
import { ENDPOINTS } from '../../api/endpoints/index.js'
import { UserError } from '../../kit/errors.js'
import type { Session } from '../../session/session.js'
import type { Ask } from './replies.js'
import { checkedWord } from './usage-errors.js'

const IDS = ENDPOINTS.map(({ id }) => id)

export function createAsk(sessionNow: () => Session): Ask {
  return async (network, id, ...[query]) => {
    const session = sessionNow()
    const known = checkedWord<string>(id, IDS, 'endpoint')
    const endpoint = ENDPOINTS.find((endpoint) => endpoint.id === known)
    const given = Object.entries(query ?? {}).map(
      ([name, value]) => [name, String(value)] as [string, string],
    )
    const question = {
      network: checkedWord(network, session.catalogue.bases.networks, 'network'),
      base: 'primary',
      method: endpoint === undefined ? 'GET' : methodsOf(endpoint)[0],
      url: endpoint?.path ?? '',
      search: String(new URLSearchParams(given)),
      atMs: session.nowMs(),
    } as const
    const { status, body } = await session.answer(question, endpoint).reply()
    const reply = JSON.parse(body.toString())
    if (status === 200) return reply
    throw new UserError(`${id} cannot be asked that`, reply.errors.join('; '), 'correct the query')
  }
}
