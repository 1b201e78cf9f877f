/** Requests to a source and its replies, to compare or save. */
import { type CompareRequest, requestsFor } from './requests.js'
import type { Source, SourceReply } from './source.js'
import { jsonOf } from './values.js'
import { type Samples, watchDifferences } from './watch.js'

export interface ComparedAnswer {
  readonly base: string
  readonly symbol: string
  readonly questions: readonly CompareRequest[]
  readonly answers: Readonly<Record<string, SourceReply>>
  readonly samples: Samples
}

const FAVOURITES = ['ETH', 'BTC']

/** Rejects with a UserError for an unreachable source. `known` selects the symbols that gmx-sim has. */
export async function observe(
  base: string,
  source: Source,
  known: (symbols: string[]) => readonly string[],
  report: (phase: string) => void = () => {},
): Promise<ComparedAnswer> {
  const tickers = await source.ask('/prices/tickers')
  const symbol = symbolOf(known(symbolsIn(tickers.body)))
  const questions = requestsFor(symbol)
  const answers: Record<string, SourceReply> = { tickers }
  report(`${questions.length} requests, one every ${source.apartMs} ms`)
  for (const { id, path } of questions) answers[id] ??= await source.ask(path)
  return {
    base,
    symbol,
    questions,
    answers,
    samples: await watchDifferences(source, questions, answers, report),
  }
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
