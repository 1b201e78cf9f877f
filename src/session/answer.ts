/**
 * From a question to the bytes of its answer: query → as-of → world → representation. Whether it is a good question is
 * known at once; the answer itself is worked out when it is wanted, for the instant at which it was asked.
 */
import { asOf, windowEnd } from '../endpoints/cache-window.js'
import { type Dialect, type Endpoint, representationOf } from '../endpoints/define.js'
import { parseQuery } from '../endpoints/query.js'
import { errorReply, type Reply } from '../exchange/reply.js'
import type { World } from '../world/world.js'
import { textOf } from './last-text.js'
import { workOut } from './work-out.js'

/** What decides an answer besides the question. */
export interface Answering {
  readonly dialect: Dialect
  /** Off: every question is answered for its very instant. */
  readonly cacheWindows: boolean
  readonly world: World
}

export interface Question {
  /** Undefined for a path that is none. */
  readonly endpoint: Endpoint | undefined
  readonly method: string
  /** Path and query below the base address. */
  readonly url: string
  /** What stands behind the `?`. */
  readonly search: string
  /** The instant of the question, in ms since 1970. */
  readonly atMs: number
}

/** An answer that is decided but not worked out. */
export interface Answer {
  readonly status: number
  reply(): Reply | Promise<Reply>
}

export function answer(answering: Answering, question: Question): Answer {
  const { endpoint, method, search, atMs } = question
  const at = Math.floor(atMs)
  if (method === 'OPTIONS') return ready({ status: 204, body: Buffer.alloc(0), asOfMs: at })
  if (endpoint === undefined)
    return ready(errorReply(404, [`there is nothing at ${shortened(question.url.split('?', 1)[0])}`], at))
  if (method !== 'GET' && method !== 'HEAD') return ready(wrongMethodReply(method, at))
  const { world } = answering
  const parsed = parseQuery(endpoint.params, search, world)
  if (!parsed.ok) return ready(errorReply(400, parsed.problems, at))
  const windowMs = answering.cacheWindows ? endpoint.windowMs(parsed.query) : 0
  const asOfMs = asOf(atMs, windowMs)
  const representation = representationOf(endpoint, answering.dialect)
  return {
    status: 200,
    async reply() {
      const facts = endpoint.facts(world, asOfMs, parsed.query)
      const question = [endpoint.id, answering.dialect, asOfMs, parsed.query]
      const chunks = representation.chunks?.(facts)
      const body = await (chunks === undefined
        ? textOf(
            world,
            question,
            async () => representation.text?.(facts) ?? JSON.stringify(await representation.render(facts)),
          )
        : workOut(world, question, chunks))
      return { status: 200, body, asOfMs, goodUntilMs: windowEnd(asOfMs, windowMs) }
    },
  }
}

export function wrongMethodReply(method: string, at: number): Reply {
  return errorReply(405, [`${method} is not allowed here, use GET`], at, { allow: 'GET, HEAD, OPTIONS' })
}

function ready(reply: Reply): Answer {
  return { status: reply.status, reply: () => reply }
}

const MOST_SHOWN = 200

export function shortened(path: string): string {
  return path.length > MOST_SHOWN ? `${path.slice(0, MOST_SHOWN)}…` : path
}
