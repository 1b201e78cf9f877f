/** The scenario and the journal as lanes. Times are virtual ms since `originMs`. */
import { getOrCreate, groupBy } from '../../../kit/maps.js'
import type { OutcomeClass } from '../../../kit/outcome-class.js'
import type { TimeSpan } from '../../../kit/svg/frame.js'
import type { Lane } from '../../../kit/svg/lanes.js'
import type { Mark } from '../../../kit/svg/marks.js'
import type { Strip, StripEvent } from '../../../kit/svg/strip.js'
import { baseLabel, effectInWords, entryInWords, SIGNS, tookMs } from '../outcomes.js'
import type { BaseState, Entry, TimelineMove, TimelineReply, TimelineRule } from '../replies.js'

export interface Pictured {
  readonly timeline: TimelineReply | undefined
  readonly entries: readonly Entry[]
  readonly bases: readonly Pick<BaseState, 'network' | 'base'>[]
  readonly span: TimeSpan
  readonly originMs: number
  /** Virtual ms per real ms, as durations of requests are real. */
  readonly rate: number
  readonly nowMs: number
  /** Whether names are drawn in two lines. */
  readonly isNarrow?: boolean
}

/** A lane for each base of the networks with requests, or else of those that the scenario names. */
export function lanesOf(pictured: Pictured): Lane[] {
  const { entries, bases, timeline, span, isNarrow = false } = pictured
  const rules = timeline?.rules ?? []
  const asked = new Set<string | null>()
  for (const { network } of entries) asked.add(network)
  asked.delete(null)
  const networks = asked.size > 0 ? asked : networksOf(rules, bases)
  const marks = marksByPlace(pictured)
  return bases
    .filter(({ network }) => networks.has(network))
    .map((base) => ({
      ...(isNarrow ? { name: base.network, detail: base.base } : { name: baseLabel(base) }),
      marks: marks.get(baseLabel(base)) ?? [],
      bands: rules
        .filter((rule) => isAbout(rule, base))
        .map(({ id, what, met, acting, fromMs, untilMs }) => ({
          name: `${SIGNS[met]} ${id}: ${effectInWords(what)}`,
          class: acting ? `${met} acting` : met,
          fromMs,
          toMs: untilMs ?? span.toMs,
        })),
    }))
}

function networksOf(rules: readonly TimelineRule[], bases: Pictured['bases']): Set<string> {
  const named = rules.flatMap(({ networks }) => networks ?? [])
  return new Set(named.length > 0 ? named : bases.slice(0, 1).map(({ network }) => network))
}

function isAbout({ networks, bases }: TimelineRule, { network, base }: Pictured['bases'][number]): boolean {
  return (networks?.includes(network) ?? true) && (bases?.includes(base) ?? true)
}

function marksByPlace({ entries, span, originMs, rate, nowMs }: Pictured): Map<string, Mark[]> {
  const byPlace = new Map<string, Mark[]>()
  for (const entry of entries) {
    const { atMs, kind, about } = factsOf(entry)
    const fromMs = atMs - originMs
    const took = tookMs(entry)
    const toMs = took === null ? Math.max(nowMs, fromMs) : fromMs + took * rate
    if (toMs < span.fromMs || fromMs > span.toMs) continue
    getOrCreate(byPlace, baseLabel(entry), () => []).push({ n: entry.n, kind, fromMs, toMs, about })
  }
  return byPlace
}

interface Facts {
  readonly atMs: number
  readonly kind: OutcomeClass
  readonly about: string
}

/** A memo: lanes are computed again for each new request. */
const factsCache = new WeakMap<Entry, Facts>()

const factsOf = (entry: Entry): Facts =>
  getOrCreate(factsCache, entry, () => ({
    atMs: Date.parse(entry.at),
    kind: entry.met,
    about: entryInWords(entry),
  }))

export function marketStrip(
  { events, prices, moves }: TimelineReply,
  span: TimeSpan,
  originMs: number,
): Strip {
  const made = moves.map(({ asset, what, from, until }) => ({
    asset,
    what,
    fromMs: Date.parse(from) - originMs,
    untilMs: until === null ? null : Date.parse(until) - originMs,
  }))
  return {
    name: 'market',
    happenings: [...grouped([...events, ...made], 'event', span), ...grouped(prices, 'price', span)],
  }
}

const MAX_NAMES = 3

/** Merges moves that differ in their assets only. */
function grouped(moves: readonly TimelineMove[], kind: string, span: TimeSpan): StripEvent[] {
  const alike = groupBy(moves, ({ fromMs, untilMs, what }) => `${fromMs} ${untilMs} ${what}`)
  return [...alike.values()].map((same) => {
    const [{ fromMs, untilMs, what }] = same
    const assets = same.flatMap(({ asset }) => asset ?? [])
    const more = assets.length > MAX_NAMES ? ` and ${assets.length - MAX_NAMES} more` : ''
    const names = assets.length === 0 ? '' : `${assets.slice(0, MAX_NAMES).join(', ')}${more} `
    return { name: `${names}${what}`, class: kind, fromMs, toMs: untilMs ?? span.toMs }
  })
}

/** The end of the visible part: that of rules, but only the start of moves, as a market recovers for hours. */
export function visibleEndMs({ rules, events, prices }: TimelineReply): number {
  const ends = rules.map(({ fromMs, untilMs }) => untilMs ?? fromMs)
  const begins = [...events, ...prices].map(({ fromMs }) => fromMs)
  return Math.max(0, ...ends, ...begins)
}
