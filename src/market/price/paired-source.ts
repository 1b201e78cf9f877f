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
import { childCountOf, foldedRows } from './level-rows.js'
import { ANCHOR_DAY } from './long-run.js'
import { DAY_LEVEL, DAY_SECONDS, LEVEL_SECONDS } from './periods.js'
import { overSource, type PriceSource } from './prices.js'
import { CLOSE, createSpan, OPEN, ROW } from './span.js'

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

  const noiseAt = (second: number): number => {
    let sum = 0
    for (const [n, step] of BASIS_STEPS.entries()) {
      const position = second / step
      const index = Math.floor(position)
      const left = draws.at(key, n, index).normal()
      const right = draws.at(key, n, index + 1).normal()
      const t = position - index
      sum += BASIS_PARTS[n] * (left + (right - left) * t * t * (3 - 2 * t))
    }
    return sum
  }
  const noiseAtAnchor = noiseAt(ANCHOR_DAY * DAY_SECONDS)
  const basisAt = (second: number): number => {
    const years = (second / DAY_SECONDS - ANCHOR_DAY) / 365.25
    const accruing = Math.min(Math.max(years, -ACCRUING_YEARS), ACCRUING_YEARS)
    return (basisBps / 10_000) * (noiseAt(second) - noiseAtAnchor) + yearlyGrowth * accruing
  }
  const isAway = (window: number) => own !== undefined && window % WEEK >= LEAVES && window % WEEK < RETURNS
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
  const lineOf = memoisedLatest((window: number) => {
    const isOwn = isAway(window)
    const base = isOwn ? (own as PriceSource) : ofLeader
    const { rows, start } = base.span(WINDOW_LEVEL, window, 1)
    const [open, close] = [rows[start + OPEN], rows[start + CLOSE]]
    const from = factorAt(window, isOwn)
    const bent = open === close ? from : (close * factorAt(window + 1, isOwn) - open * from) / (close - open)
    const slope = share * Math.min(Math.max(bent, from * (1 - MAX_BEND)), from * (1 + MAX_BEND))
    return { base, slope, offset: baseQuanta * (1 - share) + open * (share * from - slope) }
  })

  const span: PriceSource['span'] = (level, first, count) => {
    const result = createSpan(level, first, count)
    if (level === DAY_LEVEL) {
      const parts = childCountOf(level)
      const folded = foldedRows(span(WINDOW_LEVEL, first * parts, count * parts).rows, ROW, 0, parts, count)
      const length = folded.length / count
      for (let i = 0; i < count; i++) result.rows.set(folded.subarray(i * length, (i + 1) * length), i * ROW)
      return result
    }
    const perWindow = WINDOW / LEVEL_SECONDS[level]
    for (let at = first; at < first + count; ) {
      const window = Math.floor(at / perWindow)
      const end = Math.min(first + count, (window + 1) * perWindow)
      const { base, slope, offset } = lineOf(window)
      const { rows, start } = base.span(level, at, end - at)
      for (let row = 0; row < (end - at) * ROW; row += ROW)
        for (let column = OPEN; column <= CLOSE; column++)
          result.rows[(at - first) * ROW + row + column] = clampPrice(
            offset + slope * rows[start + row + column],
          )
      at = end
    }
    return result
  }
  return overSource(ofLeader, span)
}
