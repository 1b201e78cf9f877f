/** A server without any cache: every answer is computed. */

import { createByteCache } from '../../src/kit/byte-cache.js'
import { createWorldsBySeed } from '../../src/market/world/worlds.js'
import { createListener } from '../../src/server/http/listener.js'
import { listen } from '../../src/server/http/server.js'
import type { SimulatorCore } from '../../src/server/simulator.js'
import { createAnswers } from '../../src/session/answer.js'
import type { SessionParts } from '../../src/session/session.js'
import { createSessions, type Sessions } from '../../src/session/sessions.js'
import { catalogue } from './prices.js'

/** Shared parts of sessions, without caches. */
const PLAIN_PARTS: Omit<SessionParts, 'state' | 'held'> = {
  catalogue,
  worldsOf: createWorldsBySeed({ catalogue, priceFormat: 'full' }),
  answers: createAnswers(createByteCache(0)),
}

interface PlainServer {
  readonly url: string
  readonly sessions: Sessions
  close(): Promise<void>
}

/** Starts with the settings of `simulator`. */
export async function startPlain({ context, sessions: { start } }: SimulatorCore): Promise<PlainServer> {
  const sessions = createSessions(PLAIN_PARTS, start)
  const { origin, close } = await listen(createListener({ ...context, sessions }), '127.0.0.1', 0)
  return { url: origin, sessions, close }
}
