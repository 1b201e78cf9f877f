/** Request log: a line per finished request (`info`), and every rule's decision on arrival (`debug`). */

import { columns } from '../../kit/text/columns.js'
import { printable } from '../../kit/text/words.js'
import type { LogLevel } from '../../server/config/schema.js'
import type { JournalRecord } from '../../session/journal/entry.js'
import type { OnEnd } from '../../session/journal/journal.js'
import type { OnArrival } from '../../session/session.js'
import type { createLog } from './output.js'

/** On a terminal a line is text that `write` receives, otherwise a line of `log`. */
export function createRequestLog(
  level: LogLevel,
  log: Pick<ReturnType<typeof createLog>, 'info' | 'debug'>,
  write: ((lines: string) => void) | undefined,
): { readonly onArrival?: OnArrival; readonly onEnd?: OnEnd } {
  const onEnd: OnEnd = (line) => {
    if (write) return write(`${lineOf(line)}\n`)
    const { kind, url, atMs, goneMs } = line
    const { network, base, method, status, rule, outcome } = kind
    const at = new Date(atMs).toISOString()
    const ms = goneMs ?? line.ms
    log.info({ at, status, ms, network, base, method, url, rule, outcome, gone: goneMs !== null }, 'request')
  }
  const onArrival: OnArrival = (request, scenario) => {
    const { network, base, method, url, atMs } = request
    const rules = scenario?.whyNot(request) ?? []
    if (!write)
      return log.debug({ at: new Date(atMs).toISOString(), network, base, method, url, rules }, 'arrival')
    const reasons = columns(
      rules.length > 0 ? rules.map(({ rule, why }) => [rule, why]) : [['no rules']],
      '    ',
    )
    const head = `${timeOf(atMs)} ${method} ${baseOf(network, base)} ${printable(url)}`
    write(`${[head, ...reasons].join('\n')}\n`)
  }
  if (level === 'debug') return { onArrival, onEnd }
  return level === 'info' ? { onEnd } : {}
}

/** `12:00:07.450 429    2 ms arbitrum primary    /prices/tickers  rule throttle` */
function lineOf({ kind, url, atMs, ms, goneMs }: JournalRecord): string {
  const { network, base, method, status, rule, outcome } = kind
  const isGone = goneMs !== null
  const took = `${goneMs ?? ms} ms`.padStart(8)
  const path = method === 'GET' ? url : `${method} ${url}`
  const ending = isGone ? 'client disconnected' : outcome === 'ok' || rule !== null ? '' : outcome
  const notes = [rule === null ? '' : `rule ${rule} (${outcome})`, ending]
    .filter((note) => note !== '')
    .join(', ')
  const status3 = String(isGone ? '-' : (status ?? '-')).padEnd(3)
  return `${timeOf(atMs)} ${status3}${took} ${baseOf(network, base)} ${printable(path)}${notes === '' ? '' : `  ${notes}`}`
}

function baseOf(network: string | null, base: string | null): string {
  return `${network ?? '-'} ${base ?? ''}`.trim().padEnd(20)
}

function timeOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(11, 23)
}
