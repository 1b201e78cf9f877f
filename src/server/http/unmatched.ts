/** Requests without a base address: answered 404 with a suggestion, and journalled. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Endpoint, isServedAt, routePathsOf } from '../../api/endpoints/define.js'
import { ROUTED } from '../../api/endpoints/index.js'
import { pathOf } from '../../api/routing/locate.js'
import { startStopwatch } from '../../kit/clock/timers.js'
import { ICON } from '../../kit/svg/page.js'
import type { Bases } from '../../market/catalogue/bases.js'
import { nearest } from '../../scenario/read/hints.js'
import type { JournalRecord } from '../../session/journal/entry.js'
import type { Session } from '../../session/session.js'
import { type HttpContext, headerOf, originalUrlOf } from './context.js'
import { crossOrigin } from './cross-origin.js'
import { answerBug, answerNotFound } from './errors.js'
import { LocalRequest } from './local/request.js'

/** Answers for the session that the path names, or the default one. */
export function answerUnmatched(context: HttpContext, session: Session, response: ServerResponse): void {
  const { req: request } = response
  const arrival = {
    network: null,
    base: null,
    endpoint: undefined,
    method: request.method ?? 'GET',
    url: originalUrlOf(request),
    atMs: session.nowMs(),
    sender: request instanceof LocalRequest ? undefined : context.senderOf(request.socket),
    header: (name: string) => headerOf(request.headers, name),
  }
  const elapsedMs = startStopwatch()
  const answer = (entered?: JournalRecord): void => {
    const { status, outcome } = NOWHERE
    const line = session.journal.add(arrival, null, status, outcome, undefined, undefined, 0, entered)
    session.recorder?.unmatched(pathOf(arrival.url))
    const { url = '' } = request
    // Differs from the original URL in an app that is mounted below a path.
    const mount = arrival.url.endsWith(url) ? arrival.url.slice(0, -url.length || undefined) : ''
    const hint = suggestPath(pathOf(url), session.catalogue.bases, mount)
    session.journal.fail(line, answerNotFound(context, session, response, hint))
    session.journal.finish(line, elapsedMs(), arrival)
  }
  if (session.admit === undefined) return void answer()
  session
    .admit(session, arrival, () => ({ run: undefined, matched: [], ...NOWHERE }), elapsedMs)
    .then(({ entry }) => answer(entry))
    .catch((error: unknown) => answerBug(context, error, session, response))
}

const NOWHERE = { status: 404, outcome: 'nowhere' }

/** Browsers request an icon automatically: not journalled. */
export function isForIcon({ method, url = '' }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && pathOf(url) === '/favicon.ico'
}

export function sendIcon(response: ServerResponse): void {
  crossOrigin(response)
  response.setHeader('Content-Type', 'image/svg+xml; charset=utf-8')
  response.setHeader('Content-Length', Buffer.byteLength(ICON))
  response.end(ICON)
}

const EXAMPLE = '/prices/tickers'
const SESSION = /^\/s\/[^/]+(?=\/)/
/** The endpoint of a path, the first generation's before another's. */
const PATHS: ReadonlyMap<string, Endpoint> = new Map(
  ROUTED.toReversed().flatMap((endpoint: Endpoint) =>
    routePathsOf(endpoint).map((path) => [path, endpoint] as const),
  ),
)

/** `did you mean /arbitrum/ping?`, or how a path begins. `mount` precedes the suggested path. */
export function suggestPath(path: string, { addresses }: Bases, mount = ''): string {
  const session = SESSION.exec(path)?.[0] ?? ''
  const root = `${mount}${session}`
  const rest = path.slice(session.length).replace(/\/$/, '')
  const prefixes = addresses.map(({ prefix }) => prefix)
  const asked = PATHS.get(rest)
  const home = asked && addresses.find((address) => isServedAt(asked, address))
  if (home !== undefined) return `did you mean ${root}/${home.prefix}${rest}?`
  const [, segment, below] = /^\/([^/]*)(.*)$/.exec(rest) ?? ['', '', '']
  const meant = nearest(segment, prefixes)
  if (meant !== undefined) return `did you mean ${root}/${meant}${PATHS.has(below) ? below : ''}?`
  return `begin with a base address, such as ${root}/${prefixes[0]}${EXAMPLE}`
}
