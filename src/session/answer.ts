/**
 * From a question to the bytes of its answer: query → as-of → world → representation. Whether it is a good question is
 * known at once; the answer itself is made when it is wanted, for the instant at which it was asked.
 *
 * In one world an endpoint, a dialect, an as-of instant and a query have one answer for ever. So finished answers are kept by
 * just those, in the one cache that all sessions share; an answer that many ask for at once is made once; and one that
 * takes long is made in slices of a few milliseconds, between which other requests are answered.
 */
import { yieldToEventLoop } from '../clock/timers.js'
import type { ByteCache } from '../core/byte-cache.js'
import { getOrCreate } from '../core/maps.js'
import { asOf } from '../endpoints/cache-window.js'
import { type Dialect, type Endpoint, methodsOf, representationOf } from '../endpoints/define.js'
import { type ParsedQuery, parseQuery } from '../endpoints/query.js'
import { pathOf } from '../exchange/locate.js'
import { errorReply, notFoundReply, type Reply, wrongMethodReply } from '../exchange/reply.js'
import type { World } from '../world/world.js'
import { createCompressor } from './compress.js'

/** What decides an answer besides the question. */
export interface Answering {
  readonly world: World
  readonly dialect: Dialect
  /** Off: every question is answered for its very instant. */
  readonly cacheWindows: boolean
}

export interface Question {
  readonly method: string
  /** Path and query below the base address. */
  readonly url: string
  /** What stands behind the `?`. */
  readonly search: string
  /** The instant of the question, in ms since 1970. */
  readonly atMs: number
  /** How many bytes came with it; none when left out. */
  readonly bodyBytes?: number
  /** The value of a header, by its name in small letters; a question in itself has none. */
  header?(name: string): string | undefined
}

/** An answer that is decided but not made. */
export interface Answer {
  readonly status: number
  /** At once where the answer is finished or quickly made. */
  reply(): Reply | Promise<Reply>
}

export type Answers = ReturnType<typeof createAnswers>

/** Answers questions and keeps what is finished in `cache`. */
export function createAnswers(cache: ByteCache) {
  const queries = createQueryCache()
  const { compressed, remember } = createCompressor(cache)
  const underWay = new WeakMap<World, Map<string, Promise<Buffer>>>()

  const keep = (world: World, key: string, body: Buffer): void => {
    cache.keep(world, key, body)
    remember(body)
  }

  /** Makes the answer of `key` once for all who ask for it meanwhile. */
  const singleFlight = (
    world: World,
    key: string,
    isKept: boolean,
    make: () => Promise<Buffer>,
  ): Promise<Buffer> => {
    const ofWorld = getOrCreate(underWay, world, () => new Map<string, Promise<Buffer>>())
    return getOrCreate(ofWorld, key, () =>
      make()
        .then((body) => {
          if (isKept) keep(world, key, body)
          return body
        })
        .finally(() => ofWorld.delete(key)),
    )
  }

  return {
    compressed,
    /** The answer to a question to `endpoint`, undefined for an unknown path, as of `atMs`. */
    answer(
      { world, dialect, cacheWindows }: Answering,
      endpoint: Endpoint | undefined,
      question: Question,
      atMs = question.atMs,
    ): Answer {
      const { method, url, search, bodyBytes = 0 } = question
      const at = Math.floor(atMs)
      if (method === 'OPTIONS' && (endpoint !== undefined || question.header?.(PREFLIGHT) !== undefined))
        return finished(preflightReply(endpoint, at))
      if (endpoint === undefined) return finished(notFoundReply(pathOf(url), at))
      const methods = methodsOf(endpoint)
      if (!methods.includes(method)) return finished(wrongMethodReply(method, methods, at))
      if (bodyBytes > (endpoint.takes?.mostBytes ?? Number.POSITIVE_INFINITY))
        return finished(errorReply(413, [`the body is larger than ${bytesInWords(endpoint)}`], at))
      const parsed = queries.parse(endpoint, search, world)
      if (!parsed.ok) return finished(errorReply(400, parsed.problems, at))
      const windowMs = cacheWindows ? endpoint.windowMs(parsed.query) : 0
      const asOfMs = asOf(asOf(atMs, windowMs), endpoint.gridMs ?? 0)
      const key = parsed.keyAt(dialect, asOfMs)
      // Without a window every millisecond has an answer of its own, which nobody asks for again.
      const isKept = windowMs > 0
      const replyOf = (body: Buffer): Reply => ({ status: 200, body, asOfMs })
      return {
        status: 200,
        reply() {
          const known = isKept ? cache.find(world, key) : undefined
          if (known !== undefined) return replyOf(known)
          const { render, text, chunks } = representationOf(endpoint, dialect)
          const facts = () => endpoint.facts(world, asOfMs, parsed.query)
          if (chunks !== undefined)
            return singleFlight(world, key, isKept, async () => inSlices(chunks(facts()))).then(replyOf)
          const value = text?.(facts()) ?? render(facts())
          if (value instanceof Promise)
            return singleFlight(world, key, isKept, async () =>
              Buffer.from(JSON.stringify(await value)),
            ).then(replyOf)
          const body = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
          if (isKept) keep(world, key, body)
          return replyOf(body)
        },
      }
    },
  }
}

/** What a browser's preflight bears, wherever it goes. */
const PREFLIGHT = 'access-control-request-method'

/** What may be asked of most endpoints is said of every reply. */
function preflightReply(endpoint: Endpoint | undefined, asOfMs: number): Reply {
  const reply = { status: 204, body: Buffer.alloc(0), asOfMs }
  if (endpoint?.takes === undefined) return reply
  return { ...reply, headers: { 'access-control-allow-methods': methodsOf(endpoint).join(',') } }
}

function bytesInWords({ takes }: Endpoint): string {
  return `${(takes?.mostBytes ?? 0) / (1 << 20)} MiB`
}

function finished(reply: Reply): Answer {
  return { status: reply.status, reply: () => reply }
}

type Read = ParsedQuery & {
  /** What tells its answer from others of a world; for most questions that is the same as for the one before. */
  keyAt(dialect: Dialect, asOfMs: number): string
}

/** So many query strings are remembered with what they say. */
const MOST_QUERIES = 1000
const LONGEST_QUERY = 200

/** Query strings that were read before: clients ask the same again and again, and reading one costs more than the look-up. */
function createQueryCache() {
  let known = new WeakMap<World, Map<Endpoint, Map<string, Read>>>()
  let count = 0
  return {
    parse(endpoint: Endpoint, search: string, world: World): Read {
      const found = known.get(world)?.get(endpoint)?.get(search)
      if (found !== undefined) return found
      const read = readQuery(endpoint, search, world)
      if (search.length > LONGEST_QUERY) return read
      if (++count > MOST_QUERIES) {
        known = new WeakMap()
        count = 1
      }
      const ofWorld = getOrCreate(known, world, () => new Map<Endpoint, Map<string, Read>>())
      getOrCreate(ofWorld, endpoint, () => new Map<string, Read>()).set(search, read)
      return read
    },
  }
}

function readQuery(endpoint: Endpoint, search: string, world: World): Read {
  const parsed = parseQuery(endpoint.params, search, world)
  // Parameters that no endpoint knows change no answer: the key has only what was read.
  const query = parsed.ok ? JSON.stringify(parsed.query) : ''
  let latest: { readonly dialect: Dialect; readonly asOfMs: number; readonly key: string } | undefined
  return {
    ...parsed,
    keyAt(dialect, asOfMs) {
      if (latest?.asOfMs !== asOfMs || latest.dialect !== dialect)
        latest = { dialect, asOfMs, key: `${endpoint.id} ${dialect} ${asOfMs} ${query}` }
      return latest.key
    },
  }
}

/** The text of all chunks, each made in a turn of its own. */
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

/** Copied in one turn; the longest answers, of tens of megabytes, take several. */
const BYTES_PER_TURN = 4 << 20

async function joined(parts: readonly Buffer[]): Promise<Buffer> {
  const whole = Buffer.allocUnsafeSlow(parts.reduce((bytes, part) => bytes + part.length, 0))
  let at = 0
  let pauseAt = BYTES_PER_TURN
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
    if (at < pauseAt) continue
    await yieldToEventLoop()
    pauseAt = at + BYTES_PER_TURN
  }
  return whole
}
