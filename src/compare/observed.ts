/** All that was asked of a source, and what it said: what is compared, saved and read again. */
import type { Question, Watched } from './questions.js'
import { questionsFor, WATCHED } from './questions.js'
import type { Answered, Source } from './source.js'

export interface Observed {
  /** Where it was asked. */
  readonly base: string
  /** The token whose candles were asked for. */
  readonly symbol: string
  readonly questions: readonly Question[]
  /** By the question's id. */
  readonly answers: Readonly<Record<string, Answered>>
  /** The same question again and again, for the cache windows. */
  readonly samples: Readonly<Record<Watched, readonly Answered[]>>
}

/** What everybody would like to see candles of. */
const FAVOURITES = ['ETH', 'BTC']
/** As many as show four different replies, within these bounds. */
const LEAST_SAMPLES = 8
const MOST_SAMPLES = 25
const ENOUGH_REPLIES = 4

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
  const samples = { tickers: [] as Answered[], 'signed-prices': [] as Answered[] }
  for (const id of WATCHED) {
    const path = questions.find((question) => question.id === id)?.path ?? ''
    if (answers[id]?.status !== 200) continue
    const seen = new Set<string>()
    while (
      samples[id].length < MOST_SAMPLES &&
      (samples[id].length < LEAST_SAMPLES || seen.size < ENOUGH_REPLIES)
    ) {
      const answer = await source.ask(path)
      samples[id].push(answer)
      seen.add(answer.body)
    }
  }
  return { base, symbol, questions, answers, samples }
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

/** Far more than any reply has, far less than whoever walks through it by calls can. */
export const MOST_LEVELS = 64

/** A body that is no JSON, or nested deeper than `MOST_LEVELS`, is undefined. */
export function jsonOf(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body)
    return isTooDeep(value) ? undefined : value
  } catch {
    return undefined
  }
}

function isTooDeep(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; depth <= MOST_LEVELS && level.length > 0; depth++)
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []))
  return level.length > 0
}
