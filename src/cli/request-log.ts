/** Request log: `info` has a line per finished request, `debug` also each rule's decision on arrival. */

import type { LogLevel } from '../config/schema.js'
import { columns } from '../core/columns.js'
import type { OnEnd } from '../journal/create-parts.js'
import type { OnArrival } from '../session/session.js'
import type { createLog } from './log.js'

export interface RequestLog {
  readonly onArrival?: OnArrival
  readonly onEnd?: OnEnd
}

export interface RequestLogOptions {
  readonly level: LogLevel
  readonly isTerminal: boolean
  readonly log: Pick<ReturnType<typeof createLog>, 'info' | 'debug'>
  write(lines: string): void
}

export function createRequestLog({ level, isTerminal, log, write }: RequestLogOptions): RequestLog {
  const onEnd: OnEnd = ({ kind, url, atMs }, ms, isGone) => {
    if (isTerminal) return write(`${lineOf({ ...kind, url, atMs, ms, isGone })}\n`)
    const { network, base, method, status, rule, outcome } = kind
    const at = new Date(atMs).toISOString()
    const whole = Math.round(ms)
    log.info({ at, status, ms: whole, network, base, method, url, rule, outcome, gone: isGone }, 'request')
  }
  const onArrival: OnArrival = (request, scenario) => {
    const { network, base, method, url, atMs } = request
    const rules = scenario?.whyNot(request) ?? []
    if (!isTerminal)
      return log.debug({ at: new Date(atMs).toISOString(), network, base, method, url, rules }, 'arrival')
    const reasons = columns(
      rules.length > 0 ? rules.map(({ rule, why }) => [rule, why]) : [['no rules']],
      '    ',
    )
    const head = `${timeOf(atMs)} ${method} ${placeOf(network, base)} ${printable(url)}`
    write(`${[head, ...reasons].join('\n')}\n`)
  }
  if (level === 'debug') return { onArrival, onEnd }
  return level === 'info' ? { onEnd } : {}
}

type FinishedRequest = Parameters<OnEnd>[0]['kind'] & {
  readonly url: string
  readonly atMs: number
  readonly ms: number
  readonly isGone: boolean
}

/** `12:00:07.450 429    2 ms arbitrum primary    /prices/tickers  rule throttle` */
function lineOf({
  network,
  base,
  method,
  url,
  atMs,
  ms,
  status,
  rule,
  outcome,
  isGone,
}: FinishedRequest): string {
  const took = `${Math.round(ms)} ms`.padStart(8)
  const path = method === 'GET' ? url : `${method} ${url}`
  const ended = isGone ? 'client gone' : outcome === 'ok' || rule !== null ? '' : outcome
  const notes = [rule === null ? '' : `rule ${rule} (${outcome})`, ended]
    .filter((note) => note !== '')
    .join(', ')
  const status3 = String(isGone ? '-' : (status ?? '-')).padEnd(3)
  return `${timeOf(atMs)} ${status3}${took} ${placeOf(network, base)} ${printable(path)}${notes === '' ? '' : `  ${notes}`}`
}

function placeOf(network: string | null, base: string | null): string {
  return `${network ?? '-'} ${base ?? ''}`.trim().padEnd(20)
}

function timeOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(11, 23)
}

/** Strips control characters, which could drive the terminal. */
function printable(text: string): string {
  return text.replace(/[^ -~]/g, '?')
}
