/** Writes to stdout and stderr. */

import { createRequire } from 'node:module'
import type { Logger } from 'pino'
import { requireDescriptors } from '../../kit/lazy.js'
import { safeJson } from '../../kit/text/terminal.js'
import { isGmxHost, WHY_REFUSED } from '../../market/catalogue/gmx-hosts.js'
import { LOG_LEVELS, type LogLevel } from '../../server/config/schema.js'
import type { ProxyTraffic } from '../../server/http/intercept/proxy.js'

/** Keeps a server running when stdout or stderr fails: on a full disk, the handler that all commands have would end it. */
export function ignoreStreamErrors(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.removeAllListeners('error').on('error', () => {})
}

/** Columns of text reports: COLUMNS if set, else those of the terminal, or 100 when piped. */
export function reportWidth(): number {
  const given = Number(process.env['COLUMNS'])
  return Number.isInteger(given) && given > 0 ? given : (process.stdout.columns ?? 100)
}

/** Never throws. */
export function print(stream: NodeJS.WriteStream, text: string): void {
  try {
    stream.write(text)
  } catch {
    // A file on a full disk throws synchronously.
  }
}

export function printJson(value: object): void {
  process.stdout.write(`${safeJson(value)}\n`)
}

/** Prints a message on stderr. */
export function warn(message: string): void {
  print(process.stderr, `gmx-sim: ${message}\n`)
}

/** Prints the other hosts that programs reached through the proxy, and those that were refused. */
export function reportOtherHosts({ refused, passedOn }: Readonly<ProxyTraffic>): void {
  const report = (did: string, hosts: ReadonlyMap<string, number>, because: (host: string) => string) => {
    for (const [host, count] of hosts) {
      const times = count === 1 ? '' : `, ${count} times`
      warn(`${did} ${host}${times}${because(host)}`)
    }
  }
  report('refused', refused, (host) => (isGmxHost(host) ? `: ${WHY_REFUSED}` : ' (--offline)'))
  report('passed on to', passedOn, () => '')
}

/** Writes text on a terminal, JSON lines otherwise. Pino is loaded with the first line: most runs log nothing. */
export function createLog(
  level: LogLevel,
): Pick<Logger, 'warn' | 'info' | 'debug'> & { bug(error: unknown): void } {
  let logger: Logger | undefined
  const line =
    (name: 'error' | 'warn' | 'info' | 'debug') =>
    (...entry: unknown[]): void => {
      try {
        logger ??= loadLogger(level)
        ;(logger[name] as (...entry: unknown[]) => void)(...entry)
      } catch {
        // Replies do not depend on the log, which is written without pino where that cannot be loaded.
        if (logger === undefined && LOG_LEVELS.indexOf(name) <= LOG_LEVELS.indexOf(level))
          warn(entry.map((part) => String((part as { readonly err?: unknown }).err ?? part)).join(': '))
      }
    }
  const bug = (error: unknown) => line('error')({ err: error }, 'bug')
  return { bug, warn: line('warn'), info: line('info'), debug: line('debug') }
}

function loadLogger(level: LogLevel): Logger {
  requireDescriptors()
  const pino: typeof import('pino').default = createRequire(import.meta.url)('pino')
  const write = (line: string) => print(process.stderr, process.stderr.isTTY ? toText(line) : line)
  return pino({ level, base: null }, { write })
}

function toText(line: string): string {
  const { msg, err } = JSON.parse(line) as {
    readonly msg: string
    readonly err?: { readonly stack?: string }
  }
  return `gmx-sim: ${msg}${err?.stack === undefined ? '' : `: ${err.stack}`}\n`
}
