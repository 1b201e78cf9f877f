/** Prices that clients report, by the kind of data that they are from. */

import { groupBy, memoised } from '../kit/maps.js'
import { actedOnIn, isReportedOn, matchesOf, unmatchedReason } from './matches.js'
import { phaseOf } from './phases.js'
import { pollsOf, type Question, questionsOf } from './polls.js'
import { STREAMED } from './streams.js'
import { type Asked, isUseful, type Timeline, type TimelineRequest } from './timeline.js'

/** Reads of current prices. */
export const PRICE_READS: readonly string[] = [
  'tickers',
  'signed-prices',
  STREAMED,
  'api-tokens-info',
  'api-markets-tickers',
]

/** Endpoints with data that clients act on. */
const KINDS = [...PRICE_READS, 'candles', 'api-ohlcv', 'api-markets-values']

export function holdsPrices(endpoint: string | null): boolean {
  return endpoint !== null && KINDS.includes(endpoint)
}

export function kindKey(client: number, { network, endpoint }: Pick<Asked, 'network' | 'endpoint'>): string {
  return `${client} ${network} ${endpoint}`
}

/** A price when it was received or acted on. */
export interface UsedPrice {
  readonly atMs: number
  readonly ageMs: number
}

/** Fewer are coincidence. */
const MIN_REPORTED = 3

/** Reported prices by kind of data, for the kinds of which a client reports most. */
export function reportsIn(timeline: Timeline): ReadonlyMap<string, readonly UsedPrice[]> {
  if (unmatchedReason(timeline) !== undefined) return new Map()
  const matches = matchesOf(timeline)
  const few = fewReportedIn(timeline)
  const reported = timeline.observations.flatMap(({ client, atMs }, index) => {
    const known = matches[index]!.sources.filter(({ endpoint }) => holdsPrices(endpoint))
    const sources = known.toSorted((a, b) => KINDS.indexOf(a.endpoint) - KINDS.indexOf(b.endpoint))
    return sources.length === 0 ? [] : [{ client, atMs, sources }]
  })
  const often = (some: typeof reported) =>
    Array.from(groupBy(some, ({ client, sources: [first] }) => kindKey(client, first!))).flatMap(
      ([key, { length }]) => (length >= MIN_REPORTED ? key : []),
    )
  // A price may occur in tickers and candles: only one unique to a kind identifies it.
  const alone = often(reported.filter(({ sources }) => sources.length === 1))
  const clientOf = (key: string) => key.split(' ', 1)[0]
  const identified = new Set(alone.map(clientOf))
  const others = often(reported).filter((key) => !identified.has(clientOf(key)))
  const answers = reported.flatMap(({ client, atMs, sources }) =>
    sources.map((one) => ({ key: kindKey(client, one), atMs, ageMs: atMs - one.asOfMs })),
  )
  const byKey = groupBy(answers, ({ key }) => key)
  return new Map([...alone, ...others].flatMap((key) => (few.has(key) ? [] : [[key, byKey.get(key) ?? []]])))
}

/** Share of its polls that a client reports on if what it does not report is not used. */
const MOST = 0.5

/** Whether a client reports most prices of a kind that it gets. Of others, an answer that is not reported may have been used. */
export function reportsMostOf(timeline: Timeline, asked: Asked): boolean {
  return isReportedOn(timeline, asked) && !fewReportedIn(timeline).has(kindKey(asked.client, asked))
}

/** Whether a client acted on none of a reply's prices, although it reports most of them: a probe's, or one that came too late. */
export function isIgnored(timeline: Timeline, { asked, content }: TimelineRequest): boolean {
  return content !== null && reportsMostOf(timeline, asked) && !actedOnIn(timeline).has(content)
}

/** Kinds of data whose polls in normal operation end, for the most part, without a report. */
const fewReportedIn = memoised((timeline: Timeline): ReadonlySet<string> => {
  const calmMs = phaseOf(timeline, 'warm-up')?.toMs ?? Infinity
  const actedOn = actedOnIn(timeline)
  const shareOf = (question: Question) => {
    const polls = [...pollsOf(question)].filter(
      (poll) => poll[0].atMs < calmMs && poll.some((one) => isUseful(one) && one.content !== null),
    )
    const reported = polls.filter((poll) =>
      poll.some(({ content }) => content !== null && actedOn.has(content)),
    )
    return polls.length === 0 ? 1 : reported.length / polls.length
  }
  const kinds = groupBy(questionsOf(timeline), ({ requests: [{ asked }] }) => kindKey(asked.client, asked))
  return new Set(
    Array.from(kinds).flatMap(([key, questions]) =>
      questions.every((question) => shareOf(question) < MOST) ? [key] : [],
    ),
  )
})
