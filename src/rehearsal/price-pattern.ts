/** The `--observe` expression, which a user writes and a program's output feeds: it may backtrack forever. */
import { createContext, Script } from 'node:vm'
import { UserError } from '../kit/errors.js'

export interface PrintedPrice {
  readonly symbol: string
  readonly price: string
}

const LIMIT_MS = 150
/** Repeats a match that was denied the processor rather than spending it. */
const MAX_TRIES = 5
const MATCH = new Script('lines.map((line) => pattern.exec(line)?.groups)')

/** Returns the prices in lines of output; throws a UserError once a match takes longer than the limit. */
export function createPricePattern(pattern: RegExp): (lines: readonly string[]) => PrintedPrice[] {
  const context = createContext({ pattern, lines: [] as readonly string[] })
  return (lines) => {
    context['lines'] = lines
    for (let tries = 1; ; tries++) {
      const before = process.cpuUsage()
      try {
        const found = MATCH.runInContext(context, { timeout: LIMIT_MS }) as (PrintedPrice | undefined)[]
        return found.flatMap((groups) =>
          groups?.symbol === undefined || groups.price === undefined ? [] : [groups],
        )
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
        const { user } = process.cpuUsage(before)
        if (user / 1000 < LIMIT_MS / 2 && tries < MAX_TRIES) continue
        throw new UserError(
          '--observe takes too long',
          `${LIMIT_MS} ms for ${lines.length === 1 ? 'a line' : `${lines.length} lines`} of output`,
          'write an expression without nested repetitions',
        )
      }
    }
  }
}
