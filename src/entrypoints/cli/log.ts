import { createRequire } from 'node:module'
import type { Logger } from 'pino'
import type { LogLevel } from '../../server/config/schema.js'
import { print } from './output.js'

const loadPino = (): typeof import('pino').default => createRequire(import.meta.url)('pino')

/** Writes text on a terminal, JSON lines otherwise. Pino is loaded with the first line: most runs log nothing. */
export function createLog(level: LogLevel): Pick<Logger, 'error' | 'warn' | 'info' | 'debug'> {
  let logger: Logger | undefined
  const log = (): Logger => {
    logger ??= loadPino()(
      { level, base: null },
      { write: (line) => print(process.stderr, process.stderr.isTTY ? toText(line) : line) },
    )
    return logger
  }
  const line =
    (name: 'error' | 'warn' | 'info' | 'debug') =>
    (...entry: unknown[]): void => {
      try {
        ;(log()[name] as (...entry: unknown[]) => void)(...entry)
      } catch {
        // Replies do not depend on the log.
      }
    }
  return { error: line('error'), warn: line('warn'), info: line('info'), debug: line('debug') }
}

function toText(line: string): string {
  const { msg, err } = JSON.parse(line) as {
    readonly msg: string
    readonly err?: { readonly stack?: string }
  }
  return `gmx-sim: ${msg}${err?.stack === undefined ? '' : `: ${err.stack}`}\n`
}
