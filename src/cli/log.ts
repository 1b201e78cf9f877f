import { createRequire } from 'node:module'
import type { Logger } from 'pino'
import type { LogLevel } from '../config/schema.js'
import { lazy } from '../core/lazy.js'
import { print } from './output.js'

const loadPino = (): typeof import('pino').default => createRequire(import.meta.url)('pino')
lazy(async () => loadPino())

/** Logs text on a terminal, else JSON lines. Loads pino with the first line, as most runs log nothing. */
export function createLog(level: LogLevel): Pick<Logger, 'error' | 'warn' | 'info' | 'debug'> {
  let made: Logger | undefined
  const log = (): Logger => {
    made ??= loadPino()(
      { level, base: null },
      { write: (line) => print(process.stderr, process.stderr.isTTY ? asText(line) : line) },
    )
    return made
  }
  const line =
    (name: 'error' | 'warn' | 'info' | 'debug') =>
    (...entry: unknown[]): void => {
      try {
        ;(log()[name] as (...entry: unknown[]) => void)(...entry)
      } catch {
        // A failing log must not affect replies.
      }
    }
  return { error: line('error'), warn: line('warn'), info: line('info'), debug: line('debug') }
}

function asText(line: string): string {
  const { msg, err } = JSON.parse(line) as {
    readonly msg: string
    readonly err?: { readonly stack?: string }
  }
  return `gmx-sim: ${msg}${err?.stack === undefined ? '' : `: ${err.stack}`}\n`
}
