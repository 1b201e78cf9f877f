/**
 * From a query to the bytes of its answer: query → as-of → world → representation. The status is known at once; the body is made
 * on demand, for the instant of the query. World, endpoint, dialect, as-of instant and query determine a body: they are its key
 * in the cache that all sessions share. Concurrent requests share one computation; long ones yield to others.
 */

import {
  asOf,
  type Chunks,
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
import type { UpgradeRequest } from '../api/routing/request.js'
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
  readonly upgrade?: Pick<UpgradeRequest, 'isPossible'>
  /** Path and query below the base address. */
  readonly url: string
  /** The query string without its `?`. */
  readonly search: string
  /** Virtual ms since 1970. */
  readonly atMs: number
  /** Length of the body; 0 when left out. */
  readonly bodyBytes?: number | undefined
  readonly jsonRpcReply?: string | undefined
  /** A header by its lower-case name. */
  header?(name: string): string | undefined
}

export interface Answer {
  readonly status: number
  /** Synchronous where the body is cached or quickly made. */
  reply(): Reply | Promise<Reply>
  /** The same without turns for others, for answers that are short. */
  shortReply(): Reply
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
      { world: whole, generation, dialect, cacheWindows }: Answering,
      endpoint: Endpoint | undefined,
      question: AnswerRequest,
      atMs = question.atMs,
    ): Answer {
      const { method, url, search, bodyBytes = 0, jsonRpcReply } = question
      const at = Math.floor(atMs)
      const refused = (reply: Reply) => finished(withErrorsOf(generation, reply))
      if (method === 'OPTIONS' && (endpoint !== undefined || question.header?.(PREFLIGHT) !== undefined))
        return finished(preflightReply(endpoint, at))
      if (jsonRpcReply !== undefined)
        return finished({ status: 200, body: Buffer.from(jsonRpcReply), asOfMs: at })
      const methods: readonly string[] = endpoint === undefined ? [] : methodsOf(endpoint)
      const path = pathOf(url)
      if (generation === 2 && !methods.includes(method) && isNotSimulated(method, path))
        return refused(notSimulatedReply(method, path, at))
      if (endpoint === undefined) return refused(notFoundReply(path, at))
      if (!methods.includes(method)) return refused(wrongMethodReply(method, methods, at))
      if (question.upgrade !== undefined || endpoint.isStream)
        return handshake(question, endpoint, at, refused)
      const { maxBytes = Number.POSITIVE_INFINITY } = endpoint.takes ?? {}
      if (bodyBytes > maxBytes)
        return refused(errorReply(413, [`the body is larger than ${maxBytes / (1 << 20)} MiB`], at))
      const parsedIn = (world: World) => parseQuery(paramsOf(endpoint, dialect), search, world)
      const asked = parsedIn(whole)
      if (!asked.ok) return refused(errorReply(400, asked.problems, at))
      const windowMs = cacheWindows ? endpoint.windowMs(asked.query) : 0
      const asOfMs = asOf(asOf(atMs, windowMs), endpoint.gridMs ?? 0)
      const world = whole.at(Math.floor(asOfMs / 1000))
      const parsed = world === whole ? asked : parsedIn(world)
      if (!parsed.ok) return refused(errorReply(400, parsed.problems, at))
      // Unknown parameters do not affect the answer: the key has only parsed ones.
      const key = `${endpoint.id} ${dialect} ${asOfMs} ${JSON.stringify(parsed.query)}`
      // Without a window every millisecond has its own answer, which no later request shares.
      const isKept = windowMs > 0
      const replyOf = (body: Buffer): Reply => ({ status: 200, body, asOfMs })
      const { render = itself, chunks } = representationOf(endpoint, dialect)
      const facts = () => endpoint.facts(world, asOfMs, parsed.query)
      const known = () => (isKept ? cache.find(world, key) : undefined)
      const kept = (body: Buffer): Buffer => {
        if (isKept) keep(world, key, body)
        return body
      }
      const shortReply = (): Reply =>
        replyOf(
          known() ?? kept(chunks ? atOnce(chunks(facts())) : Buffer.from(JSON.stringify(render(facts())))),
        )
      return {
        status: 200,
        shortReply,
        reply() {
          const found = known()
          if (found !== undefined) return replyOf(found)
          if (chunks === undefined) return shortReply()
          const ofWorld = getOrCreate(underWay, world, () => new Map<string, Promise<Buffer>>())
          return singleFlight(ofWorld, key, async () => kept(await inSlices(chunks(facts())))).then(replyOf)
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

const WHERE = 'connect to /v1/stream of a base address api or api-fallback'
const PLAIN =
  'this is a WebSocket: connect with ws:// or wss://, and send {"op":"subscribe","channels":["prices"]}'
const FULL = 'the simulator has its maximum of open streams: close some'
const UPGRADE = { upgrade: 'websocket', 'sec-websocket-version': '13' }

/** Answers a request for a WebSocket, or a plain one where there is nothing else. */
function handshake(
  { upgrade, url }: AnswerRequest,
  { isStream }: Endpoint,
  at: number,
  refused: (reply: Reply) => Answer,
): Answer {
  if (upgrade === undefined) return refused(errorReply(426, [PLAIN], at, UPGRADE))
  if (!isStream) return refused(errorReply(400, [`there is no WebSocket at ${pathOf(url)}: ${WHERE}`], at))
  if (!upgrade.isPossible) return refused(errorReply(429, [FULL], at))
  return finished({ status: 101, body: Buffer.alloc(0), asOfMs: at })
}

function finished(reply: Reply): Answer {
  return { status: reply.status, reply: () => reply, shortReply: () => reply }
}

function atOnce(chunks: Chunks): Buffer {
  return Buffer.concat([...(chunks as Iterable<readonly Buffer[]>)].flat())
}

/** Joins all chunks, each made in its own turn of the event loop. */
async function inSlices(chunks: Chunks): Promise<Buffer> {
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
