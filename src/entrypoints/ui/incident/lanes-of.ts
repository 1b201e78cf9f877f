/** The scenario and the journal as lanes over virtual time. */
import { getOrCreate, groupBy } from '../../../kit/maps.js'
import type { NamedTimeSpan, TimeSpan } from '../../../kit/svg/frame.js'
import type { Lane } from '../../../kit/svg/lanes.js'
import type { CountedSpan, Mark } from '../../../kit/svg/marks.js'
import type { Strip } from '../../../kit/svg/strip.js'
import { durationInWords } from '../../../kit/text/duration.js'
import type {
  BaseState,
  Entry,
  RequestHistory,
  TimelineMove,
  TimelineReply,
  TimelineRule,
} from '../replies.js'
import { baseLabel, effectInWords, entryInWords, formatInstant, inPrint, OUTCOMES, tookMs } from '../words.js'
import type { Edge } from './scenario-edits.js'

export interface Pictured {
  readonly timeline: TimelineReply | undefined
  readonly entries: readonly Entry[]
  /** Counts, drawn before the oldest kept request. */
  readonly history?: RequestHistory | undefined
  readonly keptFromMs?: number | undefined
  readonly bases: readonly Pick<BaseState, 'network' | 'base'>[]
  readonly span: TimeSpan
  /** Virtual ms per real ms, as durations of requests are real. */
  readonly rate: number
  readonly nowMs: number
}

/** A lane for each base of the networks with requests, or else of those that the scenario names. */
export function lanesOf(pictured: Pictured): Lane[] {
  const { entries, history, bases, timeline, span } = pictured
  const rules = timeline?.rules ?? []
  const loadedAtMs = loadedAtMsOf(timeline)
  const asked = new Set([...entries, ...(history?.series ?? [])].map(({ network }) => network))
  asked.delete(null)
  const networks = asked.size > 0 ? asked : networksOf(rules, bases)
  const marks = marksByPlace(pictured)
  // A rule may be in several lanes; its handles in the first are those that Tab reaches.
  const reached = new Set<string>()
  const isStruck = (base: Pictured['bases'][number]) => rules.some((rule) => isRuleAt(rule, base))
  return bases
    .filter(({ network }) => networks.has(network))
    .toSorted((a, b) => Number(isStruck(b)) - Number(isStruck(a)))
    .map((base) => ({
      name: baseLabel(base),
      marks: marks.get(baseLabel(base)) ?? [],
      counted: countedAt(base, pictured),
      bands: rules
        .filter((rule) => isRuleAt(rule, base))
        .map((rule) => ({
          name: `${OUTCOMES[rule.met].sign} ${rule.id}: ${effectInWords(rule.what)}`,
          class: rule.acting ? `${rule.met} acting` : rule.met,
          handles: handlesOf(rule, reached),
          fromMs: loadedAtMs + rule.fromMs,
          toMs: loadedAtMs + (rule.untilMs ?? Infinity),
        }))
        .filter((band) => isIn(band, span)),
    }))
}

/** The handles of a band: sliders over the time since the load of the scenario. */
function handlesOf({ id, fromMs, untilMs }: TimelineRule, reached: Set<string>) {
  const isReached = !reached.has(id)
  reached.add(id)
  const handle = (edge: Edge, name: string, ms: number | null) => ({
    'data-edge': `${edge} ${id}`,
    ...(isReached && {
      role: 'slider',
      tabindex: 0,
      'aria-label': `${name} of ${id}`,
      'aria-valuemin': 0,
      'aria-valuemax': untilMs ?? fromMs,
      'aria-valuenow': ms ?? fromMs,
      'aria-valuetext': ms === null ? 'never' : durationInWords(ms),
    }),
  })
  return [handle('after', 'Begin', fromMs), handle('until', 'End', untilMs)] as const
}

const loadedAtMsOf = (timeline: TimelineReply | undefined): number => Date.parse(timeline?.loadedAt ?? '')

const isIn = ({ fromMs, toMs }: TimeSpan, span: TimeSpan): boolean => toMs > span.fromMs && fromMs < span.toMs

function networksOf(rules: readonly TimelineRule[], bases: Pictured['bases']): Set<string> {
  const named = rules.flatMap(({ networks }) => networks ?? [])
  return new Set(named.length > 0 ? named : bases.slice(0, 1).map(({ network }) => network))
}

export function isRuleAt(
  { networks, bases }: TimelineRule,
  { network, base }: Pictured['bases'][number],
): boolean {
  return (networks?.includes(network) ?? true) && (bases?.includes(base) ?? true)
}

function marksByPlace({ entries, timeline, span, rate, nowMs }: Pictured): Map<string, Mark[]> {
  const byPlace = new Map<string, Mark[]>()
  const mets = new Map(timeline?.rules.map(({ id, met }) => [id, met]))
  for (const entry of entries) {
    const facts = factsOf(entry)
    const { fromMs } = facts
    const { n, stream } = entry
    const took = stream ? stream.openMs : tookMs(entry)
    const toMs = took === null ? Math.max(nowMs, fromMs) : fromMs + took * rate
    if (toMs < span.fromMs || fromMs > span.toMs) continue
    const marks = getOrCreate(byPlace, baseLabel(entry), () => [])
    marks.push({ ...facts, n, toMs })
    for (const { rule, fault, fromMs, untilMs } of stream?.faults ?? []) {
      const about = `${fault} of rule ${rule}, on the stream of ${facts.about}`
      marks.push({ n, kind: mets.get(rule) ?? 'wrong', about, fromMs, toMs: untilMs ?? toMs })
    }
  }
  return byPlace
}

function countedAt(
  { network, base }: Pictured['bases'][number],
  { history, keptFromMs = Number.NEGATIVE_INFINITY, span }: Pictured,
): CountedSpan[] {
  if (history === undefined) return []
  const { stepMs, series } = history
  const own = series.filter((one) => one.network === network && one.base === base)
  return own.flatMap(({ met, steps }) =>
    steps
      .map(([fromMs, count]) => ({ kind: met, count, fromMs, toMs: Math.min(fromMs + stepMs, keptFromMs) }))
      .filter((step) => step.fromMs < step.toMs && isIn(step, span)),
  )
}

/** The part of the visible time whose requests are no longer kept singly. */
export function unkeptIn({ history, keptFromMs, span }: Pictured): NamedTimeSpan | undefined {
  if (history === undefined || keptFromMs === undefined) return undefined
  const firstMs = Math.min(...history.series.flatMap(({ steps }) => steps.slice(0, 1).map(([ms]) => ms)))
  const unkept = {
    fromMs: firstMs,
    toMs: keptFromMs,
    name: `oldest kept: ${formatInstant(keptFromMs).slice(11)}`,
  }
  return isIn(unkept, span) ? unkept : undefined
}

/** A memo: lanes are computed again for each new request. */
const factsCache = new WeakMap<Entry, Pick<Mark, 'kind' | 'fromMs' | 'about'>>()

const factsOf = (entry: Entry) =>
  getOrCreate(factsCache, entry, () => ({
    fromMs: Date.parse(entry.at),
    kind: entry.met,
    about: entryInWords(entry),
  }))

/** Market moves of the scenario and by hand, in ms since 1970. */
export function movesIn(timeline: TimelineReply) {
  const { events, moves, prices } = timeline
  const loadedAtMs = loadedAtMsOf(timeline)
  const placed =
    (kind: 'event' | 'price') =>
    ({ asset, what, fromMs, untilMs }: TimelineMove) => ({
      asset,
      what,
      kind,
      fromMs: loadedAtMs + fromMs,
      toMs: loadedAtMs + (untilMs ?? Infinity),
    })
  const byHand = moves.map(({ asset, what, from, until }) => ({
    asset,
    what,
    kind: 'event' as const,
    fromMs: Date.parse(from),
    toMs: until === null ? Infinity : Date.parse(until),
  }))
  return [...events.map(placed('event')), ...byHand, ...prices.map(placed('price'))]
}

const MAX_NAMES = 3

/** Merges moves that differ in their assets only. */
export function marketStrip(timeline: TimelineReply, span: TimeSpan): Strip {
  const alike = groupBy(
    movesIn(timeline),
    ({ kind, fromMs, toMs, what }) => `${kind} ${fromMs} ${toMs} ${what}`,
  )
  const happenings = [...alike.values()].map((same) => {
    const [{ kind, fromMs, toMs, what }] = same
    const assets = same.flatMap(({ asset }) => asset ?? [])
    const more = assets.length > MAX_NAMES ? ` and ${assets.length - MAX_NAMES} more` : ''
    const names = assets.length === 0 ? '' : `${assets.slice(0, MAX_NAMES).join(', ')}${more} `
    return { name: `${names}${inPrint(what)}`, class: kind, fromMs, toMs: Math.min(toMs, span.toMs) }
  })
  return { name: 'market', happenings }
}
