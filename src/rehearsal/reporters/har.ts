/** HAR 1.2 for the network panel of a browser: one page per scenario, additional fields with an underscore. */

import { timelineEndMs } from '../../grading/phases.js'
import type { Timeline, TimelineRequest } from '../../grading/timeline.js'
import { basePrefix } from '../../market/catalogue/bases.js'
import type { Report } from '../report.js'

const ORIGIN = 'http://gmx-sim.localhost'
const UNKNOWN = -1

/** Yields a line per request, as a million of them exceed the longest string. */
export function* writeHar({ gmxSim }: Report, timelines: readonly Timeline[]): Generator<string> {
  const head = {
    version: '1.2',
    creator: { name: 'gmx-sim', version: gmxSim },
    pages: timelines.map((timeline, index) => ({
      startedDateTime: instant(timeline, 0),
      id: pageId(index),
      title: timeline.scenario,
      pageTimings: { onContentLoad: UNKNOWN, onLoad: UNKNOWN },
    })),
  }
  yield `{"log":${JSON.stringify(head).slice(0, -1)},"entries":[`
  let comma = ''
  for (const [index, timeline] of timelines.entries()) {
    const overMs = timelineEndMs(timeline)
    for (const request of timeline.requests) {
      yield `${comma}\n${JSON.stringify(entry(timeline, request, pageId(index), overMs))}`
      comma = ','
    }
  }
  yield '\n]}}\n'
}

const pageId = (index: number) => `scenario_${index + 1}`

function instant({ startedAtMs }: Timeline, atMs: number): string {
  return new Date(startedAtMs + atMs).toISOString()
}

function entry(timeline: Timeline, request: TimelineRequest, pageref: string, overMs: number): object {
  const { n, asked, fate, atMs, endMs, end } = request
  const time = Math.max((endMs ?? overMs) - atMs, 0)
  const url = `${ORIGIN}/${basePrefix(asked.network, asked.base)}${asked.url}`
  return {
    pageref,
    startedDateTime: instant(timeline, atMs),
    time,
    request: {
      method: asked.method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headerOf('user-agent', asked.userAgent),
      queryString: Array.from(new URL(url).searchParams, ([name, value]) => ({ name, value })),
      headersSize: UNKNOWN,
      bodySize: 0,
    },
    response: {
      // Browsers write 0 without a reply.
      status: fate.status ?? 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headerOf('retry-after', fate.retryAfterMs && Math.ceil(fate.retryAfterMs / 1000)),
      content: { size: 0, mimeType: 'application/json' },
      redirectURL: '',
      headersSize: UNKNOWN,
      bodySize: UNKNOWN,
      ...(fate.met !== 'good' && { _error: fate.outcome }),
    },
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    comment: `#${n} ${fate.outcome}${fate.rule === null ? '' : ` by rule ${fate.rule}`}, ${end}`,
    _journal: n,
    _rule: fate.rule,
    _outcome: fate.outcome,
    _met: fate.met,
    _end: end,
    _client: asked.client,
  }
}

function headerOf(name: string, value: string | number | null): object[] {
  return value === null ? [] : [{ name, value: String(value) }]
}
