/**
 * Finished replies of the current cache windows, by session and what the URL asks for: head and body as they went out.
 * Only a memo: without it every byte would be the same, only later.
 */
import type { Response } from 'express'
import type { Endpoint } from '../endpoints/define.js'
import { ENDPOINTS } from '../endpoints/index.js'
import type { Reply } from '../exchange/reply.js'
import type { ApiRequest } from '../exchange/request.js'
import type { Kind } from '../journal/entry.js'
import type { Evaluator } from '../scenario/run.js'
import type { ServedSession } from '../session/served.js'

export interface Finished {
  /** What such requests are for: all of their arrival but the instant, the headers and the words of the URL. */
  readonly target: Omit<ApiRequest, 'atMs' | 'header' | 'url' | 'search'>
  /** How many characters of the URL come before the path and query below the base address. */
  readonly prefixLength: number
  /** What decides the same request; undefined where no rule is about it. */
  readonly evaluator: Evaluator | undefined
  readonly kind: Kind
  /** Names and values by turns. */
  readonly head: string[]
  readonly body: Buffer
  readonly fromMs: number
  readonly untilMs: number
  readonly epoch: number
}

export interface Memo {
  /** The finished reply to what a URL, as it came, asks for, if it still is the right one. */
  find(session: ServedSession, url: string, nowMs: number): Finished | undefined
  /** Keeps a good reply that no rule had a hand in, as `response` is about to send it. */
  keep(
    session: ServedSession,
    url: string,
    arrival: ApiRequest,
    endpoint: Endpoint,
    reply: Reply,
    response: Response,
  ): void
}

/**
 * What the replies of all sessions may come to: beyond it everything is let go, as windows are short and what is still
 * asked for comes back. Those of a session that has ended go with it, but count until then.
 */
const MOST_BYTES = 16 << 20
/** What an entry costs besides its body. */
const ENTRY_BYTES = 1 << 10

export function createMemo(): Memo {
  let kept = new WeakMap<ServedSession, Map<string, Finished>>()
  let bytes = 0
  return {
    find(session, url, nowMs) {
      const byUrl = kept.get(session)
      const finished = byUrl?.get(url) ?? byUrl?.get(questionOf(url))
      if (finished === undefined || finished.epoch !== session.epoch) return undefined
      return nowMs >= finished.fromMs && nowMs < finished.untilMs ? finished : undefined
    },
    keep(session, url, arrival, endpoint, { status, rule, body, asOfMs, goodUntilMs = 0 }, response) {
      if (arrival.method !== 'GET' || status !== 200 || rule !== undefined || goodUntilMs <= asOfMs) return
      // While it was worked out, a clock that runs may have passed its end.
      if (goodUntilMs <= session.nowMs()) return
      // A request to a proxy names the host in its URL: what is below the base address is then no end of it.
      if (!url.endsWith(arrival.url)) return
      const question = questionOf(url)
      const before = kept.get(session)?.get(question)
      bytes += bytesOf(question, body) - (before ? bytesOf(question, before.body) : 0)
      if (bytes > MOST_BYTES) {
        kept = new WeakMap()
        bytes = bytesOf(question, body)
      }
      const byUrl = kept.get(session) ?? new Map<string, Finished>()
      kept.set(session, byUrl)
      const { network, base, method } = arrival
      const facts = { network, base, endpoint: endpoint.id, method, rule: null, status, outcome: 'ok' }
      byUrl.set(question, {
        target: { network, base, endpoint: endpoint.id, method },
        prefixLength: url.length - arrival.url.length,
        evaluator: session.scenario?.evaluator({ network, base, endpoint: endpoint.id, method }, endpoint),
        kind: session.journal.kindOf(facts),
        head: headOf(response),
        body,
        fromMs: asOfMs,
        untilMs: goodUntilMs,
        epoch: session.epoch,
      })
    },
  }
}

/** Whatever else stands in a query changes no answer, such as the numbers by which some clients get past caches. */
const KNOWN = new Set(ENDPOINTS.flatMap(({ params }) => Object.keys(params)))

/**
 * The URL without the parameters that no endpoint knows. Left as it is where a name is not written plainly: it might be
 * one of those that are known.
 */
function questionOf(url: string): string {
  const mark = url.indexOf('?')
  if (mark < 0) return url
  const nameOf = (pair: string) => pair.split('=', 1)[0]
  const pairs = url.slice(mark + 1).split('&')
  if (pairs.some((pair) => nameOf(pair).includes('%'))) return url
  const known = pairs.filter((pair) => KNOWN.has(nameOf(pair)))
  return known.length === 0 ? url.slice(0, mark) : `${url.slice(0, mark)}?${known.join('&')}`
}

/** A long URL costs more than the reply to it, and is kept twice. */
function bytesOf(url: string, body: Buffer): number {
  return body.length + 2 * url.length + ENTRY_BYTES
}

/** Node's types know `getRawHeaderNames` of requests that go out only; replies have it too. */
function headOf(response: Response & { getRawHeaderNames?(): string[] }): string[] {
  const names = response.getRawHeaderNames?.() ?? response.getHeaderNames()
  return names.flatMap((name) => [name, String(response.getHeader(name))])
}
