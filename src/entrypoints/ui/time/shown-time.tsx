/** The time that chart, lanes, addresses and requests show: a range of the view, or what follows now, with its controls. */
import { computed, signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { TimeSpan } from '../../../kit/svg/frame.js'
import { parseDuration, sinceInWords } from '../../../kit/text/duration.js'
import { attempt } from '../api.js'
import { Button } from '../parts.js'
import { nowMs, timeline } from '../state.js'
import { after } from '../timers.js'
import {
  CHART_PERIODS,
  type Chosen,
  choose,
  chosenInstant,
  chosenMarket,
  type ShownMarket,
  show,
  shownRange,
} from '../view.js'
import { DAY_MS, formatInstant, instantLabel } from '../words.js'
import { finishedIncident, followedSpan, incidentSpan, periodFor, withRoom } from './spans.js'

/** `loadedAt` of a finished incident that was left for now. */
const leftIncident = signal<string | null>(null)

/** The length of the chosen candles; undefined where the chart chooses. */
const chosenPeriodMs = computed((): number | undefined => {
  const { period } = chosenMarket.value
  return period === 'auto' ? undefined : parseDuration(period)
})

/** A finished incident, which stays in view until it is left. */
const finishedSpan = computed((): TimeSpan | undefined => {
  const loaded = timeline.value
  if (loaded === undefined || loaded.loadedAt === leftIncident.value) return undefined
  return finishedIncident(loaded, nowMs.value ?? 0, chosenPeriodMs.value)
})

/** The visible span of chart and lanes. */
export const visibleSpan = computed(
  (): TimeSpan =>
    shownRange.value ??
    finishedSpan.value ??
    followedSpan(timeline.value, nowMs.value ?? 0, chosenPeriodMs.value),
)

const shownPeriod = computed(() => {
  const { period } = chosenMarket.value
  return period === 'auto' ? periodFor(visibleSpan.value, CHART_PERIODS) : period
})

/** The market of the chart and its stream, with the period of the candles. */
export const shownMarket = computed((): ShownMarket => ({ ...chosenMarket.value, period: shownPeriod.value }))

/** Chooses the period of the candles; a range that is too short for these grows. */
export function choosePeriod(period: Chosen['period']): void {
  const range = shownRange.peek()
  choose({ period })
  if (range !== undefined && period !== 'auto') showRange(withRoom(range, parseDuration(period)))
}

/** The instant whose responses the addresses show; undefined for now. */
const shownInstant = computed((): number | undefined => {
  if (chosenInstant.value !== undefined) return chosenInstant.value
  const endMs = shownRange.value?.toMs
  return endMs !== undefined && endMs < (nowMs.value ?? 0) ? endMs : undefined
})

/** Shows a range; the chosen instant stays unless another is given. */
export const showRange = ({ fromMs, toMs }: TimeSpan, at = chosenInstant.peek()): void =>
  show({ at, range: { fromMs: Math.round(fromMs), toMs: Math.round(toMs) } })

export function followNow(): void {
  if (shownRange.peek() === undefined) leftIncident.value = timeline.peek()?.loadedAt ?? null
  show({ range: undefined, at: undefined })
}

function showIncident(): void {
  const whole = timeline.value && incidentSpan(timeline.value, nowMs.peek())
  if (whole !== undefined) showRange(whole)
}

/** Debounces a drag of the slider. */
const PAUSE_MS = 60

/** A reply about the shown instant, asked again with other causes; undefined for now. */
export function usePast<Reply>(
  ask: (at: string) => Promise<Reply>,
  causes: readonly unknown[],
): Reply | undefined {
  const known = useSignal<Reply | undefined>(undefined)
  const atMs = shownInstant.value
  useEffect(() => {
    let isWanted = true
    const refresh = async () => {
      let reply: Reply | undefined
      try {
        reply = atMs === undefined ? undefined : await ask(new Date(atMs).toISOString())
      } finally {
        if (isWanted) known.value = reply
      }
    }
    const cancel = after(atMs === undefined ? 0 : PAUSE_MS, () => void attempt(refresh))
    return () => {
      isWanted = false
      cancel()
    }
  }, [atMs, ...causes])
  return known.value
}

/** The range of time, with ways out of it. */
export function RangeTools() {
  const range = shownRange.value ?? finishedSpan.value
  return (
    <fieldset class="group" aria-label="Time shown">
      <Button
        class="small"
        title="The incident from begin to end"
        disabled={timeline.value?.loadedAt == null}
        onClick={showIncident}
      >
        Whole
      </Button>
      <Button
        class="small"
        title="Drag or wheel on chart or lanes to leave it, 0 or double click to return"
        aria-pressed={range === undefined}
        onClick={followNow}
      >
        Follow now
      </Button>
    </fieldset>
  )
}

/** `12:00:00 – 12:01:30`, with the day of the end where it differs, and tenths below 10 s. */
function rangeInWords({ fromMs, toMs }: TimeSpan): string {
  const [fromDay, toDay] = [fromMs, toMs].map((ms) => instantLabel(ms, DAY_MS))
  const [from, to] = [fromMs, toMs].map((ms) => instantLabel(ms, toMs - fromMs < 10_000 ? 100 : 1000))
  return fromDay === toDay ? `${from} – ${to}` : `${fromDay} ${from} – ${toDay} ${to}`
}

/** The slider below the lanes: the instant whose responses the addresses show. */
export function Scrub({ gutter }: { readonly gutter: number }) {
  const { fromMs, toMs } = visibleSpan.value
  const stepMs = toMs - fromMs < 60_000 ? 100 : 1000
  const instantMs = shownInstant.value
  const valueMs = instantMs ?? nowMs.value ?? fromMs
  const range = shownRange.value ?? finishedSpan.value
  return (
    <div class="scrub">
      <span class="range strong cut" style={{ width: `${gutter - 8}px` }}>
        {range && rangeInWords(range)}
      </span>
      <input
        type="range"
        class="grow"
        aria-label="Instant that the addresses show"
        title="Drag to see what the addresses would have answered then"
        min={Math.ceil(fromMs / stepMs) * stepMs}
        max={toMs}
        step={stepMs}
        value={Math.round(valueMs / stepMs) * stepMs}
        aria-valuetext={instantMs === undefined ? 'now' : instantInWords(instantMs)}
        onInput={({ currentTarget }) => showRange(visibleSpan.peek(), Number(currentTarget.value))}
      />
    </div>
  )
}

/** `12:00:31 (+0:31)`: UTC, and since the scenario was loaded. */
export function instantInWords(ms: number): string {
  return `${formatInstant(ms).slice(11)}${sinceLoaded(ms).replace('.0)', ')')}`
}

/** ` (+0:30.1)` since the scenario was loaded; empty without one, or before it. */
export function sinceLoaded(ms: number): string {
  const passedMs = ms - Date.parse(timeline.value?.loadedAt ?? '')
  return passedMs >= 0 ? ` (${sinceInWords(passedMs)})` : ''
}
