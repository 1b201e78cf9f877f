/** All that was asked of a source, and what it said: what is compared, saved and read again. */

import { type Question, questionsFor } from './questions.js'
import type { Answered, Source } from './source.js'
import { jsonOf } from './values.js'
import { type Samples, watch } from './watch.js'

export interface Observed {
  /** Where it was asked. */
  readonly base: string
  /** The token whose candles were asked for. */
  readonly symbol: string
  readonly questions: readonly Question[]
  /** By the question's id. */
  readonly answers: Readonly<Record<string, Answered>>
  readonly samples: Samples
}

/** What everybody would like to see candles of. */
const FAVOURITES = ['ETH', 'BTC']

/** Rejects with a UserError where it cannot be asked. `symbols` are those of tokens that gmx-sim knows, too. */
export async function observe(
  base: string,
  source: Source,
  tells: (symbols: string[]) => readonly string[],
): Promise<Observed> {
  const tickers = await source.ask('/prices/tickers')
  const symbol = symbolOf(tells(symbolsIn(tickers.body)))
  const questions = questionsFor(symbol)
  const answers: Record<string, Answered> = { tickers }
  for (const { id, path } of questions) answers[id] ??= await source.ask(path)
  return { base, symbol, questions, answers, samples: await watch(source, questions, answers) }
}

function symbolsIn(body: string): string[] {
  const rows = jsonOf(body)
  return Array.isArray(rows)
    ? rows.map((row) => String((row as { tokenSymbol?: unknown } | null)?.tokenSymbol))
    : []
}

function symbolOf(symbols: readonly string[]): string {
  return FAVOURITES.find((name) => symbols.includes(name)) ?? symbols[0] ?? FAVOURITES[0]
}
