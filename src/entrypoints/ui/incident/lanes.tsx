import { computed, useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { drawAxis, type Frame } from '../../../kit/svg/frame.js'
import { bandRowsOf, drawLanes, withNow } from '../../../kit/svg/lanes.js'
import { attempt, read } from '../api.js'
import { assign, usePolled, useSize } from '../hooks.js'
import { openEntry } from '../journal/selection.js'
import { Button, openDialog } from '../parts.js'
import { bases, clock, journal, nowMs, timeline } from '../state.js'
import { SvgDrawing } from '../svg.js'
import { type Grabbed, useTimeGestures } from '../time/gestures.js'
import { Scrub, visibleSpan } from '../time/shown-time.js'
import { chosenInstant } from '../view.js'
import { instantLabel, isHeld, sinceLabel } from '../words.js'
import { Editor } from './editor.js'
import { lanesOf, marketStrip, unkeptIn } from './lanes-of.js'
import { moveAmongMarks, numberAt, numberNear } from './marks-keys.js'
import { beginDraft, draft, write } from './scenarios.js'

/** Narrower lanes scroll. */
const MIN_WIDTH = 280
/** Room for the name of a base. */
const GUTTER = 140
const MARKS_HEIGHT = 18
/** More rows of rules fold. */
const MAX_ROWS = 3

export function LanesPanel() {
  const [ref, room] = useSize<HTMLElement>()
  const loaded = timeline.value
  const entries = journal.value ?? []
  const known = bases.value ?? []
  const { mode, rate: pace } = clock.value ?? { mode: 'frozen', rate: 1 }
  const loadedAt = loaded?.loadedAt ?? null
  const now = nowMs.value ?? 0
  const { fromMs, toMs } = visibleSpan.value
  // Held requests grow with time; once a second is enough.
  const grownMs = entries.some(isHeld) ? Math.ceil(now / 1000) * 1000 : 0
  const rate = mode === 'frozen' ? 0 : pace
  const width = Math.max(room, MIN_WIDTH)
  const frame: Frame = useMemo(
    () => ({
      width,
      gutter: GUTTER,
      label: instantLabel,
      ...(loadedAt !== null && { detail: sinceLabel(Date.parse(loadedAt)) }),
    }),
    [width, loadedAt],
  )
  const span = useMemo(() => ({ fromMs, toMs }), [fromMs, toMs])
  const isUnfolded = useSignal(false)
  const keptFromMs = oldestKeptMs.value
  const history = usePolled(
    REFRESH_MS,
    () => read('/journal/history'),
    () => [journal.peek()],
    keptFromMs !== undefined,
  )
  const still = useMemo(() => {
    const of = { timeline: loaded, entries, history, keptFromMs, bases: known, span, rate, nowMs: grownMs }
    const lanes = lanesOf(of)
    const folded = lanes.flatMap(({ bands }) => bandRowsOf(bands).slice(MAX_ROWS).flat()).length
    const part = drawLanes({
      about: 'Requests by base, over virtual time',
      span,
      phases: [],
      lanes,
      ...(!isUnfolded.value && { maxRows: MAX_ROWS }),
      frame,
      marksHeight: MARKS_HEIGHT,
      isLive: true,
      unkept: unkeptIn(of),
      ...(loaded !== undefined && { strip: marketStrip(loaded, span) }),
    })
    return { part, folded }
    // `known` changes all the time; the bases in it do not.
  }, [loaded, entries, history, known.length, span, rate, grownMs, frame, isUnfolded.value])
  useTimeGestures(ref, span, frame, grabEdge)
  const open = (n: number | undefined): boolean => {
    if (n !== undefined) openEntry(n)
    return n !== undefined
  }
  const drawn = withNow(still.part, now, span, frame)
  const instant = chosenInstant.value
  const isDrawn = room > 0 && known.length > 0
  return (
    <div class="lanes-part column">
      <section
        ref={ref}
        class="lanes timed"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls and zooms, and without a mark in it nothing else has the focus.
        tabIndex={0}
        aria-label="Lanes of the incident"
        onClick={({ target, clientX }) => open(numberNear(target, clientX))}
        onKeyDown={(event) => {
          const isPress = event.key === 'Enter' || event.key === ' '
          if (isPress ? open(numberAt(event.target)) : moveAmongMarks(event.target, event.key))
            event.preventDefault()
        }}
      >
        {isDrawn && (
          <SvgDrawing part={instant === undefined ? drawn : withNow(drawn, instant, span, frame, 'shown')} />
        )}
        <div class="brush" hidden />
      </section>
      {still.folded > 0 && (
        <Button
          class="as-text faint"
          aria-expanded={isUnfolded.value}
          onClick={() => assign(isUnfolded, !isUnfolded.value)}
        >
          {isUnfolded.value ? 'Fold lanes' : `${still.folded} more rules`}
        </Button>
      )}
      {isDrawn && <SvgDrawing part={drawAxis(span, frame)} />}
      {isDrawn && <Scrub gutter={frame.gutter} />}
    </div>
  )
}

/** How far from the edge of a band a press grabs it, px. */
const EDGE_PX = 5

/** The edge of a band, which begins or ends its rule where it is dropped: the editor shows the text. */
function grabEdge(target: EventTarget | null, clientX: number): Grabbed | undefined {
  const band = target instanceof Element ? target.closest('.band[data-rule]') : null
  const { left, right } = band?.getBoundingClientRect() ?? { left: Number.NaN, right: Number.NaN }
  const isBegin = Math.abs(clientX - left) <= EDGE_PX
  if (!isBegin && !(Math.abs(clientX - right) <= EDGE_PX)) return undefined
  const drop = async (ms: number) => {
    const sinceMs = Math.max(ms - Date.parse(timeline.peek()?.loadedAt ?? ''), 0)
    const [{ withEdge }] = await Promise.all([import('./yaml-tools.js'), beginDraft()])
    const time = `${Math.round(sinceMs / 100) / 10}s`
    const rule = Number(band?.getAttribute('data-rule'))
    write(withEdge(draft.peek().text, rule, isBegin ? 'after' : 'until', time))
    openDialog(<Editor />)
  }
  return { fromX: isBegin ? right : left, drop: (ms) => void attempt(() => drop(ms)) }
}

const REFRESH_MS = 5000

/** Virtual ms since 1970 of the oldest kept request, if others were before it; undefined if all are kept. */
const oldestKeptMs = computed(() => {
  const [oldest] = journal.value ?? []
  return oldest === undefined || oldest.n === 1 ? undefined : Date.parse(oldest.at)
})
