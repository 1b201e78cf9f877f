/** Parts of a rule as text, for `explain`. */

import { inSeries } from '../kit/text/words.js'
import type { ScenarioEvent } from './events.js'
import { faultOf } from './faults/index.js'
import { isRelative, type Match, placesOf } from './match.js'
import { onlyInWords, onlyOf } from './named-rows.js'
import { type Delayed, delayedInWords } from './route-timeout.js'
import type { When } from './trigger.js'
import { percentOf } from './values.js'

/** Effect and scope of a reorganisation. */
export function reorgInWords({ depth, network, base }: NonNullable<ScenarioEvent['reorg']>): string {
  const blocks =
    depth === 1 ? 'the last block gets another hash' : `the last ${depth} blocks get other hashes`
  const place = placeInWords(network, base)
  return place === '' ? blocks : `${blocks}, as ${place} sees it`
}

/** Matched requests: `tickers and signed-prices of arbitrum primary`. */
export function matchInWords(match: Match = {}): string {
  const { network, base, endpoint, method, query = {}, header = {} } = match
  const place = base?.some(isRelative) ? relativeInWords(match) : placeInWords(network, base)
  const what = endpoint === undefined ? 'every request' : inSeries(endpoint, 'and')
  const where = place === '' ? '' : ` ${endpoint === undefined ? 'to' : 'of'} ${place}`
  const more = [
    ...(method === undefined ? [] : [either(method)]),
    ...Object.entries(query).map(([name, value]) => `${name}=${value}`),
    ...Object.entries(header).map(([name, value]) => `${name}: ${value}`),
  ]
  return `${what}${where}${more.length === 0 ? '' : ` (${more.join(', ')})`}`
}

/** Base addresses: `arbitrum primary`, `any fallback or fallback-2`; empty for all. */
function placeInWords(network: readonly string[] | undefined, base: readonly string[] | undefined): string {
  if (base === undefined) return network === undefined ? '' : either(network)
  return `${network === undefined ? 'any' : either(network)} ${either(base)}`
}

const RELATIVE_WORDS: Readonly<Record<string, string>> = {
  current: 'the current base',
  others: 'the other bases',
}

/** `the current base of arbitrum (fallback)`, with the resolved bases where the scenario is loaded. */
function relativeInWords({ network, base = [], resolved }: Match): string {
  const words = `${either(base.map((name) => RELATIVE_WORDS[name] ?? name))} of ${network === undefined ? 'each network' : either(network)}`
  if (resolved === undefined) return words
  const places = placesOf({ resolved })
  const known = places.map(({ networks = [], bases = [] }) =>
    places.length === 1 ? either(bases) : `${inSeries(networks, 'and')} ${either(bases)}`,
  )
  return `${words} (${known.map((place) => place.trim() || 'none').join('; ')})`
}

/** Trigger without its window: `every 5th, at most twice`; empty for all. */
export function triggerInWords({ calls, every, times, chance }: When = {}): string {
  const parts = [
    ...(calls === undefined ? [] : [callsInWords(calls)]),
    ...(every === undefined ? [] : [`every ${ordinal(every)}`]),
    ...(chance === undefined ? [] : [`${percentOf(chance)} of them at random`]),
    ...(times === undefined ? [] : [times === 1 ? 'once' : times === 2 ? 'twice' : `${times} times at most`]),
  ]
  return parts.join(', ')
}

/** Effect: `answers 429, delayed by 200 ms`. */
export function faultInWords(rule: Delayed): string {
  const what = faultOf(rule.fault)?.inWords(rule.fault) ?? 'answers'
  return delayedInWords(what + onlyInWords(onlyOf(rule.fault)), rule)
}

function callsInWords({ first, last }: NonNullable<When['calls']>): string {
  if (first === last) return `the ${ordinal(first)}`
  return last === Number.POSITIVE_INFINITY
    ? `from the ${ordinal(first)} on`
    : `the ${ordinal(first)} to ${ordinal(last)}`
}

function ordinal(n: number): string {
  const tens = n % 100
  const ending = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')
  return `${n}${ending}`
}

function either(words: readonly string[]): string {
  return inSeries(words, 'or')
}
