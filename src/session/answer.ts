/**
 * From a question to the bytes of its answer, without a socket: query → as-of → world → representation → memo. What a
 * scenario then does to the answer is not decided here.
 */
import type { Clock } from '../clock/clock.js'
import { asOf } from '../endpoints/as-of.js'
import type { Dialect, Endpoint } from '../endpoints/define.js'
import { parseQuery } from '../endpoints/query.js'
import type { World } from '../world.js'

export interface Reply {
  readonly status: number
  /** JSON text in UTF-8. */
  readonly body: Buffer
  /** The instant the reply describes, in ms since 1970. */
  readonly asOfMs: number
}

export interface AnswerSettings {
  readonly clock: Clock
  readonly dialect: Dialect
  /** Off: every question is answered for its very instant. */
  readonly cacheWindows: boolean
}

export async function answer(
  settings: AnswerSettings,
  world: World,
  endpoint: Endpoint,
  search: string,
): Promise<Reply> {
  const nowMs = settings.clock.nowMs()
  const parsed = parseQuery(endpoint.params, search, world)
  if (!parsed.ok) return errorReply(400, parsed.problems, Math.floor(nowMs))
  const asOfMs = asOf(nowMs, settings.cacheWindows ? endpoint.windowMs(parsed.query) : 0)
  const wire = endpoint.dialects[settings.dialect] ?? endpoint.dialects.documented
  const facts = await endpoint.facts(world, asOfMs, parsed.query)
  const body = wire.json?.(facts) ?? Buffer.from(JSON.stringify(wire.render(facts)))
  return { status: 200, body, asOfMs }
}

/** The one shape of error that the interface knows. */
export function errorReply(status: number, errors: readonly string[], asOfMs: number): Reply {
  return { status, body: Buffer.from(JSON.stringify({ errors })), asOfMs }
}
