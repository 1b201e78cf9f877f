/** Matches observations with the replies that their prices are from. */

import { getOrCreate, groupBy, memoised } from '../kit/maps.js'
import type { Asked, Content, Observation, Timeline } from './timeline.js'

export interface PriceMatch {
  /** `partial`: a missing symbol. `invalid`: not a price, or from a body that is not data. `unreadable`: text that is not a number. */
  readonly reading: 'good' | 'partial' | 'poisoned' | 'invalid' | 'unknown' | 'unreadable'
  /** Age of the data when the client acted; null without a sound or poisoned reply. */
  readonly ageMs: number | null
  readonly content: Content | null
  /** Youngest sound contents with this price, one per network and endpoint. */
  readonly sources: readonly Content[]
}

type Recorded = Pick<Timeline, 'contents' | 'observations' | 'market'>

/**
 * The reply that each observation is from: its price equals a served one, rounded to the digits reported. Of several replies the most
 * favourable counts: a sound one, else a poisoned one, and the youngest of its kind. A price that is true at its instant is sound, whatever
 * else its reply holds.
 */
export const matchesOf = memoised((timeline: Recorded): readonly PriceMatch[] => {
  const find = indexed(timeline)
  return timeline.observations.map((observation) => {
    const { atMs, network, symbol, price } = observation
    if (observation.unreadable !== undefined) return UNREADABLE
    const sent = (content: Content) =>
      content.sentMs <= atMs && (network === undefined || content.network === network)
    const fitting = find(observation).filter(sent)
    // A price that a sound reply has, too, proves nothing of flawed ones.
    const sound = fitting.filter(isSound)
    const sources = youngestByKind(
      sound.length > 0 ? sound : fitting.filter((one) => isTruePrice(timeline, one, symbol, price)),
    )
    const [youngest] = sources.toSorted((a, b) => b.asOfMs - a.asOfMs)
    if (youngest !== undefined) return matchOf(observation, youngest, sources)
    const flawed = fitting.at(-1)
    if (flawed !== undefined) return matchOf(observation, flawed, [])
    return observation.price > 0 ? UNKNOWN : noPrice(observation, timeline.contents.filter(sent))
  })
})

const UNKNOWN: PriceMatch = { reading: 'unknown', ageMs: null, content: null, sources: [] }
const UNREADABLE: PriceMatch = { ...UNKNOWN, reading: 'unreadable' }

function matchOf({ atMs }: Observation, content: Content, sources: readonly Content[]): PriceMatch {
  const ageMs = Math.max(0, atMs - content.asOfMs)
  return { reading: sources.length > 0 ? 'good' : (content.flaw ?? 'good'), ageMs, content, sources }
}

/** More than half the widest spread between the prices of a token, less than any fault distorts them by. */
const MAX_SPREAD = 0.003

/** Whether a price in a reply is that of the market at the instant of the reply's data. Unsorted candles have older prices, too. */
export function isTruePrice(
  { market }: Pick<Timeline, 'market'>,
  { network, asOfMs, inOrder }: Content,
  symbol: string,
  price: number,
): boolean {
  if (inOrder !== undefined) return false
  const line = market.find((one) => one.symbol === symbol && one.network === network)
  const point = line?.points.findLast(([atMs]) => atMs <= asOfMs + 1000)
  return point !== undefined && Math.abs(price - point[1]) <= MAX_SPREAD * point[1]
}

/** A missing or non-positive price: from the last reply that lacked it, if any. */
function noPrice({ symbol }: Observation, sent: readonly Content[]): PriceMatch {
  const lacksPrice = ({ flaw, prices }: Content) =>
    flaw === 'invalid' || (flaw === 'partial' && !prices.has(symbol))
  const content = sent.findLast(lacksPrice) ?? null
  return { reading: content?.flaw === 'partial' ? 'partial' : 'invalid', ageMs: null, content, sources: [] }
}

/** Rows present in a partial reply are right. */
export function isSound({ flaw }: Content): boolean {
  return flaw === null || flaw === 'partial'
}

export function isBad({ reading }: PriceMatch): boolean {
  return reading === 'partial' || reading === 'poisoned' || reading === 'invalid'
}

type Kind = Pick<Asked, 'network' | 'endpoint'>

function kindOf({ network, endpoint }: Kind): string {
  return `${network} ${endpoint}`
}

const reportedKinds = memoised((timeline: Recorded): ReadonlySet<string | null> => {
  return new Set(Array.from(actedOnIn(timeline), (content) => content && kindOf(content)))
})

/** Whether any price that the client reports is from the replies of this endpoint. */
export function isReportedOn(timeline: Recorded, asked: Kind): boolean {
  return reportedKinds(timeline).has(kindOf(asked))
}

/** Replies that a reported price is from. */
export const actedOnIn = memoised((timeline: Recorded): ReadonlySet<Content | null> => {
  return new Set(matchesOf(timeline).flatMap(({ content, sources }) => [content, ...sources]))
})

/** Number of observations whose price appears in no reply. */
export function unmatchedIn(timeline: Recorded): number {
  return matchesOf(timeline).filter(({ reading }) => reading === 'unknown' || reading === 'unreadable').length
}

const MAX_UNMATCHED = 0.05

/** Reason why observations cannot be judged: too many prices appear in no reply, or cannot be read. */
export function unmatchedReason(timeline: Recorded): string | undefined {
  const count = timeline.observations.length
  const unmatched = unmatchedIn(timeline)
  if (unmatched <= MAX_UNMATCHED * count) return undefined
  const unreadable = timeline.observations.filter((one) => one.unreadable !== undefined)
  if (unreadable.length > 0)
    return `${unreadable.length} of ${count} reported prices cannot be read, such as "${unreadable[0]!.unreadable}"; print each as a plain decimal number`
  return `${unmatched} of ${count} prices appear in no reply; report each price as the API served it, with three significant digits or more`
}

/** Key of numbers that could be the price of any symbol. */
export const ANY_SYMBOL = '*'
const MIN_DIGITS = 3
/** More digits than any price has, fewer than arithmetic loses. */
const MAX_DIGITS = 10

function digitsOf({ digits = MAX_DIGITS }: Observation): number {
  return Math.min(MAX_DIGITS, Math.max(MIN_DIGITS, digits))
}

/** Finds the contents that have the price of an observation, in the order of sending. */
function indexed({ contents, observations }: Recorded): (observation: Observation) => Content[] {
  const symbols = new Set([...observations.map(({ symbol }) => symbol), ANY_SYMBOL])
  const allDigits = [...new Set(observations.map(digitsOf))]
  const tellers = new Map<string, Content[]>()
  for (const content of contents)
    for (const symbol of symbols)
      for (const price of content.prices.get(symbol) ?? [])
        for (const digits of allDigits)
          for (const rounded of roundings(price, digits)) {
            const found = getOrCreate(tellers, `${symbol} ${digits} ${rounded}`, () => [])
            if (found.at(-1) !== content) found.push(content)
          }
  return (observation) => {
    const digits = digitsOf(observation)
    const key = `${digits} ${rounding(observation.price, digits)}`
    const found = (symbol: string) => tellers.get(`${symbol} ${key}`) ?? []
    return [...found(observation.symbol), ...found(ANY_SYMBOL)].sort((a, b) => a.sentMs - b.sentMs)
  }
}

/** Both directions for a price halfway between two values. */
function roundings(price: number, digits: number): ReadonlySet<string> {
  const error = price * 1e-12
  return new Set([rounding(price - error, digits), rounding(price + error, digits)])
}

function rounding(price: number, digits: number): string {
  return Number.isFinite(price) ? price.toPrecision(digits) : 'none'
}

/** Of equal ones the last. */
function youngestByKind(contents: readonly Content[]): readonly Content[] {
  return Array.from(groupBy(contents, kindOf).values(), (alike) =>
    alike.reduce((a, b) => (b.asOfMs >= a.asOfMs ? b : a)),
  )
}
