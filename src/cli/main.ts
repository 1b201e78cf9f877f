/** Runs the command line. An error ends it with one sentence and an exit code. */
import { CommanderError } from 'commander'
import { UserError } from '../core/errors.js'
import { createProgram } from './program.js'

export async function main(): Promise<void> {
  try {
    const { argv } = process
    // Everything after `--` is the command line of the rehearsed program.
    const dashes = argv[2] === 'rehearse' ? argv.indexOf('--') : -1
    await (dashes < 0
      ? createProgram(undefined).parseAsync()
      : createProgram(argv.slice(dashes + 1)).parseAsync(argv.slice(0, dashes)))
  } catch (error) {
    process.exitCode = report(error)
  }
}

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode
  if (error instanceof UserError) {
    process.stderr.write(`gmx-sim: ${error.message.replace(/\s*[\r\n]\s*/g, ' ')}\n`)
    return error.exitCode
  }
  process.stderr.write(`gmx-sim: unexpected: ${error instanceof Error ? error.stack : String(error)}\n`)
  return 1
}
