/**
 * From a query to the bytes of its answer: query → as-of → world → representation. The status is known at once; the body is made
 * on demand, for the instant of the query. World, endpoint, dialect, as-of instant and query determine a body: they are its key
 * in the cache that all sessions share. Concurrent requests share one computation; long ones yield to others.
 */

import {
  asOf,
  type Dialect,
  type Endpoint,
  methodsOf,
  paramsOf,
  representationOf,
} from '../api/endpoints/define.js'
import { parseQuery } from '../api/endpoints/query.js'
import { pathOf } from '../api/routing/locate.js'
import {
  errorReply,
  isNotSimulated,
  notFoundReply,
  notSimulatedReply,
  type Reply,
  withErrorsOf,
  wrongMethodReply,
} from '../api/routing/reply.js'
import type { ByteCache } from '../kit/byte-cache.js'
import { yieldToEventLoop } from '../kit/clock/timers.js'
import { getOrCreate, singleFlight } from '../kit/maps.js'
import type { Generation } from '../market/catalogue/bases.js'
import type { World } from '../market/world/types.js'
import { createCompressor } from './compress.js'

export interface Answering {
  readonly world: World
  /** Of the base address. */
  readonly generation: Generation
  readonly dialect: Dialect
  /** Off: every answer describes the current millisecond. */
  readonly cacheWindows: boolean
}

export interface AnswerRequest {
  readonly method: string
  /** Path and query below the base address. */
  readonly url: string
  /** The query string without its `?`. */
  readonly search: string
  /** Virtual ms since 1970. */
  readonly atMs: number
  /** Length of the body; 0 when left out. */
  readonly bodyBytes?: number | undefined
  /** A header by its lower-case name. */
  header?(name: string): string | undefined
}

export interface Answer {
  readonly status: number
  /** Synchronous where the body is cached or quickly made. */
  reply(): Reply | Promise<Reply>
}

export type Answers = ReturnType<typeof createAnswers>

export function createAnswers(cache: ByteCache) {
  const { compressed, remember } = createCompressor(cache)
  const underWay = new WeakMap<World, Map<string, Promise<Buffer>>>()

  const keep = (world: World, key: string, body: Buffer): void => {
    cache.keep(world, key, body)
    remember(body)
  }

  return {
    compressed,
    /** `endpoint` is undefined for an unknown path. */
    answer(
      { world, generation, dialect, cacheWindows }: Answering,
      endpoint: Endpoint | undefined,
      question: AnswerRequest,
      atMs = question.atMs,
    ): Answer {
      const { method, url, search, bodyBytes = 0 } = question
      const at = Math.floor(atMs)
      const refused = (reply: Reply) => finished(withErrorsOf(generation, reply))
      if (method === 'OPTIONS' && (endpoint !== undefined || question.header?.(PREFLIGHT) !== undefined))
        return finished(preflightReply(endpoint, at))
      const methods: readonly string[] = endpoint === undefined ? [] : methodsOf(endpoint)
      const path = pathOf(url)
      if (generation === 2 && !methods.includes(method) && isNotSimulated(method, path))
        return refused(notSimulatedReply(method, path, at))
      if (endpoint === undefined) return refused(notFoundReply(path, at))
      if (!methods.includes(method)) return refused(wrongMethodReply(method, methods, at))
      const { maxBytes = Number.POSITIVE_INFINITY } = endpoint.takes ?? {}
      if (bodyBytes > maxBytes)
        return refused(errorReply(413, [`the body is larger than ${maxBytes / (1 << 20)} MiB`], at))
      const parsed = parseQuery(paramsOf(endpoint, dialect), search, world)
      if (!parsed.ok) return refused(errorReply(400, parsed.problems, at))
      const windowMs = cacheWindows ? endpoint.windowMs(parsed.query) : 0
      const asOfMs = asOf(asOf(atMs, windowMs), endpoint.gridMs ?? 0)
      // Unknown parameters do not affect the answer: the key has only parsed ones.
      const key = `${endpoint.id} ${dialect} ${asOfMs} ${JSON.stringify(parsed.query)}`
      // Without a window every millisecond has its own answer, which no later request shares.
      const isKept = windowMs > 0
      const replyOf = (body: Buffer): Reply => ({ status: 200, body, asOfMs })
      return {
        status: 200,
        reply() {
          const known = isKept ? cache.find(world, key) : undefined
          if (known !== undefined) return replyOf(known)
          const { render = itself, chunks } = representationOf(endpoint, dialect)
          const facts = () => endpoint.facts(world, asOfMs, parsed.query)
          if (chunks !== undefined) {
            const ofWorld = getOrCreate(underWay, world, () => new Map<string, Promise<Buffer>>())
            return singleFlight(ofWorld, key, async () => {
              const body = await inSlices(chunks(facts()))
              if (isKept) keep(world, key, body)
              return body
            }).then(replyOf)
          }
          const body = Buffer.from(JSON.stringify(render(facts())))
          if (isKept) keep(world, key, body)
          return replyOf(body)
        },
      }
    },
  }
}

const itself = (facts: unknown) => facts

const PREFLIGHT = 'access-control-request-method'

/** Lists methods only where they differ from those that every reply allows. */
function preflightReply(endpoint: Endpoint | undefined, asOfMs: number): Reply {
  const reply = { status: 204, body: Buffer.alloc(0), asOfMs }
  if (endpoint?.takes === undefined) return reply
  return { ...reply, headers: { 'access-control-allow-methods': methodsOf(endpoint).join(',') } }
}

function finished(reply: Reply): Answer {
  return { status: reply.status, reply: () => reply }
}

/** Joins all chunks, each made in its own turn of the event loop. */
async function inSlices(
  chunks: Iterable<readonly Buffer[]> | AsyncIterable<readonly Buffer[]>,
): Promise<Buffer> {
  const parts: Buffer[] = []
  await yieldToEventLoop()
  for await (const some of chunks) {
    parts.push(...some)
    await yieldToEventLoop()
  }
  return joined(parts)
}

/** Bytes copied per turn of the event loop; answers of tens of megabytes take several. */
const BYTES_PER_TURN = 4 << 20

async function joined(parts: readonly Buffer[]): Promise<Buffer> {
  const body = Buffer.allocUnsafeSlow(parts.reduce((bytes, part) => bytes + part.length, 0))
  let at = 0
  let pauseAt = BYTES_PER_TURN
  for (const part of parts) {
    body.set(part, at)
    at += part.length
    if (at < pauseAt) continue
    await yieldToEventLoop()
    pauseAt = at + BYTES_PER_TURN
  }
  return body
}
