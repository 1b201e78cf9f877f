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
  paramsOf,
  representationOf,
} from '../api/endpoints/define.js'
import { parseQuery } from '../api/endpoints/query.js'
import { errorReply, type Reply, withErrorsOf } from '../api/routing/reply.js'
import type { ApiRequest } from '../api/routing/request.js'
import type { ByteCache } from '../kit/byte-cache.js'
import { yieldToEventLoop } from '../kit/clock/timers.js'
import { getOrCreate, singleFlight } from '../kit/maps.js'
import { generationOf } from '../market/catalogue/bases.js'
import type { BaseName, NetworkName } from '../market/catalogue/names.js'
import type { World } from '../market/world/types.js'
import type { FaultEffect } from '../scenario/define.js'
import { createCompressor } from './compress.js'

/** The part of a session on which its answers depend. */
export interface Answering {
  readonly dialect: Dialect
  /** Without cache windows, every answer describes the current millisecond. */
  readonly begin: { readonly cacheWindows: boolean }
  worldIn(dialect: Dialect, network: NetworkName, base: BaseName): World
}

export type AnswerRequest = Pick<ApiRequest, 'network' | 'base' | 'search' | 'atMs' | 'fixedReply'>

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
    /** Answers in the dialect of the session and at the instant of the request unless overridden; without an endpoint, only a fixed reply. */
    answer(
      session: Answering,
      question: AnswerRequest,
      endpoint: Endpoint | undefined,
      { atMs = question.atMs, dialect = session.dialect }: FaultEffect = {},
    ): Answer {
      const { network, base, search, fixedReply } = question
      const at = Math.floor(atMs)
      if (fixedReply !== undefined) return finished(fixedReply(at))
      if (endpoint === undefined) throw new Error('no endpoint, and no reply without one')
      const refused = (problems: readonly string[]) =>
        finished(withErrorsOf(generationOf(base), errorReply(400, problems, at)))
      const whole = session.worldIn(dialect, network, base)
      const parsedIn = (world: World) => parseQuery(paramsOf(endpoint, dialect), search, world)
      const asked = parsedIn(whole)
      if (!asked.ok) return refused(asked.problems)
      const windowMs = session.begin.cacheWindows ? endpoint.windowMs(asked.query) : 0
      const asOfMs = asOf(asOf(atMs, windowMs), endpoint.gridMs ?? 0)
      const world = whole.at(Math.floor(asOfMs / 1000))
      const parsed = world === whole ? asked : parsedIn(world)
      if (!parsed.ok) return refused(parsed.problems)
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
  return Buffer.concat(parts)
}
