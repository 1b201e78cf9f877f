/**
 * The price of an asset that follows another one, at the ratio of their catalogue prices: around that, a small basis comes and
 * goes within days, staked assets accrue, and of a pool only a share moves. In each window of 4 h the price is a
 * rising line of the leader's, bent so that the basis changes with it: lines keep order, so folds stay exact.
 */

import { memoisedLatest } from '../../kit/maps.js'
import { exp, ln } from '../../kit/numbers/log-exp.js'
import { Draws } from '../../kit/random/draws.js'
import { keyOf } from '../../kit/random/random.js'
import type { Asset } from '../catalogue/types.js'
import { clampPrice } from './bridge.js'
import { childCountOf, foldedSpan } from './level-rows.js'
import { ANCHOR_DAY } from './long-run.js'
import { DAY_LEVEL, DAY_SECONDS, LEVEL_SECONDS } from './periods.js'
import { overSource, type PriceSource } from './prices.js'
import { CandleSpan, CLOSE, createSpan, OPEN, ROW } from './span.js'

const WINDOW_LEVEL = 1
const WINDOW = LEVEL_SECONDS[WINDOW_LEVEL]
/** Bend of a line at most; the remainder of a change of the basis is a step between windows. */
const MAX_BEND = 0.1
/** Grid steps of the basis, and the part of its deviation by each. */
const BASIS_STEPS = [2.3 * DAY_SECONDS, 0.4 * DAY_SECONDS]
const BASIS_PARTS = [0.95, 0.6]
/** Years around the anchor in which staked assets accrue. */
const ACCRUING_YEARS = 25
/** Windows of a week from Thursday, 1970-01-01: from Friday 20:00 to Monday, an asset of its own hours leaves a resting leader. */
const WEEK = 42
const LEAVES = 11
const RETURNS = 24

const draws = new Draws()

/** `own`: the asset's own process, for the weekends at which its leader rests. */
export function pairedSource(
  seed: string,
  { name, baseQuanta, pair }: Asset,
  leader: Asset,
  ofLeader: PriceSource,
  own: PriceSource | undefined,
): PriceSource {
  const { share = 1, basisBps = 0, yearlyGrowth = 0, basisOf = name } = pair
  const key = keyOf(seed, 'basis', basisOf)
  const ratio = baseQuanta / leader.baseQuanta

  const noises = BASIS_STEPS.map((step, n) => {
    const endsOf = memoisedLatest((index: number) =>
      [index, index + 1].map((at) => draws.at(key, n, at).normal()),
    )
    return (second: number): number => {
      const position = second / step
      const index = Math.floor(position)
      const [left, right] = endsOf(index)
      const t = position - index
      return BASIS_PARTS[n] * (left + (right - left) * t * t * (3 - 2 * t))
    }
  })
  const noiseAt = (second: number): number => noises.reduce((sum, noise) => sum + noise(second), 0)
  const noiseAtAnchor = noiseAt(ANCHOR_DAY * DAY_SECONDS)
  const basisAt = (second: number): number => {
    const years = (second / DAY_SECONDS - ANCHOR_DAY) / 365.25
    const accruing = Math.min(Math.max(years, -ACCRUING_YEARS), ACCRUING_YEARS)
    return (basisBps / 10_000) * (noiseAt(second) - noiseAtAnchor) + yearlyGrowth * accruing
  }
  const isAway = (window: number) => own !== undefined && window % WEEK >= LEAVES && window % WEEK < RETURNS
  const endOfBase = (window: number): number => {
    if (own === undefined) return Number.POSITIVE_INFINITY
    const place = window % WEEK
    return window - place + (place < LEAVES ? LEAVES : place < RETURNS ? RETURNS : WEEK + LEAVES)
  }
  const away = memoisedLatest((week: number) => {
    const gapAt = (window: number) => {
      const opening = ({ span }: PriceSource) => {
        const { rows, start } = span(WINDOW_LEVEL, window, 1)
        return rows[start + OPEN]
      }
      return ln(opening(ofLeader) / opening(own as PriceSource))
    }
    const leaves = gapAt(week * WEEK + LEAVES)
    return { leaves, perWindow: (gapAt(week * WEEK + RETURNS) - leaves) / (RETURNS - LEAVES) }
  })
  /** Price over the base's at the start of a window. */
  const factorAt = (window: number, isOwn: boolean): number => {
    const plain = ratio * exp(basisAt(window * WINDOW))
    if (!isOwn) return plain
    const { leaves, perWindow } = away(Math.floor(window / WEEK))
    return plain * exp(leaves + perWindow * ((window % WEEK) - LEAVES))
  }
  /** Sets the candles of consecutive windows that have one base. */
  const fill = (into: CandleSpan, isOwn: boolean, firstWindow: number): void => {
    const { level, first, count } = into
    const perWindow = WINDOW / LEVEL_SECONDS[level]
    const base = isOwn ? (own as PriceSource) : ofLeader
    const windowCount = Math.floor((first + count - 1) / perWindow) + 1 - firstWindow
    const windows = base.span(WINDOW_LEVEL, firstWindow, windowCount)
    const candles = level === WINDOW_LEVEL ? windows : base.span(level, first, count)
    let to = factorAt(firstWindow, isOwn)
    for (let window = firstWindow; window < firstWindow + windowCount; window++) {
      const from = to
      to = factorAt(window + 1, isOwn)
      const row = windows.start + (window - firstWindow) * ROW
      const [open, close] = [windows.rows[row + OPEN], windows.rows[row + CLOSE]]
      const bent = open === close ? from : (close * to - open * from) / (close - open)
      const slope = share * Math.min(Math.max(bent, from * (1 - MAX_BEND)), from * (1 + MAX_BEND))
      const offset = baseQuanta * (1 - share) + open * (share * from - slope)
      const begin = Math.max(first, window * perWindow)
      const end = Math.min(first + count, (window + 1) * perWindow)
      for (let n = (begin - first) * ROW; n < (end - first) * ROW; n += ROW)
        for (let column = OPEN; column <= CLOSE; column++)
          into.rows[into.start + n + column] = clampPrice(
            offset + slope * candles.rows[candles.start + n + column],
          )
    }
  }
  const span: PriceSource['span'] = (level, first, count) => {
    if (level === DAY_LEVEL) {
      const parts = childCountOf(level)
      return foldedSpan(span(WINDOW_LEVEL, first * parts, count * parts))
    }
    const result = createSpan(level, first, count)
    const perWindow = WINDOW / LEVEL_SECONDS[level]
    for (let at = first; at < first + count; ) {
      const window = Math.floor(at / perWindow)
      const end = Math.min(first + count, endOfBase(window) * perWindow)
      fill(new CandleSpan(level, at, end - at, result.rows, (at - first) * ROW), isAway(window), window)
      at = end
    }
    return result
  }
  return overSource(ofLeader, span)
}
