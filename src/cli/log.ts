import { createRequire } from 'node:module'
import type { Logger } from 'pino'
import { late } from '../core/late.js'
import type { LogLevel } from '../options.js'
import { print } from './output.js'

const loadPino = (): typeof import('pino').default => createRequire(import.meta.url)('pino')
late(async () => loadPino())

/** A log to stderr, one JSON object a line; pino is loaded with the first line, as most runs never write one. */
export function createLog(level: LogLevel): Pick<Logger, 'error' | 'warn' | 'info' | 'debug'> {
  let made: Logger | undefined
  const log = (): Logger => {
    made ??= loadPino()({ level, base: null }, { write: (line) => print(process.stderr, line) })
    return made
  }
  const line =
    (name: 'error' | 'warn' | 'info' | 'debug') =>
    (...entry: unknown[]): void => {
      try {
        ;(log()[name] as (...entry: unknown[]) => void)(...entry)
      } catch {
        // What cannot be told changes nothing about what is served.
      }
    }
  return { error: line('error'), warn: line('warn'), info: line('info'), debug: line('debug') }
}
