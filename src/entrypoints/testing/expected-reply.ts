/** The correct reply, for comparison with what a client made of it. */

import { type Endpoint, methodsOf } from '../../api/endpoints/define.js'
import { ENDPOINTS } from '../../api/endpoints/index.js'
import { errorTextOf } from '../../api/routing/reply.js'
import { UserError } from '../../kit/errors.js'
import { PRIMARY } from '../../market/catalogue/bases.js'
import type { Session } from '../../session/session.js'
import type { Ask } from './replies.js'
import { checkedWord } from './usage-errors.js'

const IDS = ENDPOINTS.map(({ id }) => id)

export function createAsk(sessionNow: () => Session): Ask {
  return async (network, id, ...[query]) => {
    const session = sessionNow()
    const known = checkedWord<string>(id, IDS, 'endpoint')
    const endpoint: Endpoint | undefined = ENDPOINTS.find((endpoint) => endpoint.id === known)
    const given = Object.entries(query ?? {}).map(
      ([name, value]) => [name, String(value)] as [string, string],
    )
    const { bases } = session.catalogue
    const [home] = bases.of(checkedWord(network, bases.networks, 'network'), endpoint?.generation)
    const question = {
      network,
      base: home?.base ?? PRIMARY,
      method: endpoint === undefined ? 'GET' : methodsOf(endpoint)[0],
      url: endpoint?.path ?? '',
      search: String(new URLSearchParams(given)),
      atMs: session.nowMs(),
    } as const
    const { status, body } = await session.answer(question, endpoint).reply()
    if (status === 200) return JSON.parse(body.toString())
    throw new UserError(`${id} cannot be asked that`, errorTextOf(body), 'correct the query')
  }
}
