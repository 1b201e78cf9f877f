import { createRequire } from 'node:module'
import type { Logger } from 'pino'
import type { LogLevel } from '../options.js'

/** A log to stderr, one JSON object a line; pino is loaded with the first line, as most runs never write one. */
export function createLog(level: LogLevel): Pick<Logger, 'error' | 'warn' | 'info' | 'debug'> {
  let made: Logger | undefined
  const log = (): Logger => {
    const pino = createRequire(import.meta.url)('pino') as typeof import('pino').default
    made ??= pino({ level, base: null }, pino.destination({ fd: 2, sync: true }))
    return made
  }
  const line =
    (name: 'error' | 'warn' | 'info' | 'debug') =>
    (...entry: unknown[]): void =>
      (log()[name] as (...entry: unknown[]) => void)(...entry)
  return { error: line('error'), warn: line('warn'), info: line('info'), debug: line('debug') }
}
