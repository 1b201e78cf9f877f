import { signal, useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { drawAxis, type Frame, formatMoment } from '../../../kit/svg/frame.js'
import { bandRowsOf, drawLanes, withNow } from '../../../kit/svg/lanes.js'
import { read } from '../api.js'
import { assign, usePolled, useSize } from '../hooks.js'
import { Button } from '../parts.js'
import { bases, journal, nowMs, pace } from '../state.js'
import { SvgDrawing } from '../svg.js'
import { useTimeGestures } from '../time/gestures.js'
import { Scrub, visibleSpan } from '../time/shown-time.js'
import { chosenInstant } from '../view.js'
import { instantLabel, isHeld } from '../words.js'
import { enteredLanes, grabEdge, moveEdgeByKey, shownTimeline } from './edges.js'
import { lanesOf, marketStrip, unkeptIn } from './lanes-of.js'
import { actOnMark, markNear, openMark } from './marks-keys.js'

const REFRESH_MS = 5000
/** Narrower lanes scroll. */
const MIN_WIDTH = 280
/** Room for the name of a base. */
export const GUTTER = 140
const MARKS_HEIGHT = 18
/** More rows of rules fold. */
const MAX_ROWS = 3

/** Width of the lanes, with which a chart above or below them aligns. */
export const lanesWidth = signal(0)

export function LanesPanel() {
  const [ref, room] = useSize<HTMLElement>()
  useEffect(() => assign(lanesWidth, room), [room])
  const loaded = shownTimeline.value
  const entries = journal.value ?? []
  const known = bases.value ?? []
  const loadedAt = loaded?.loadedAt ?? null
  const now = nowMs.value ?? 0
  const { fromMs, toMs } = visibleSpan.value
  const rate = pace.value
  // Held requests and open streams grow with time; once a second is enough.
  const grownMs = entries.some((entry) => isHeld(entry) || entry.stream?.openMs === null)
    ? Math.ceil(now / 1000) * 1000
    : 0
  const width = Math.max(room, MIN_WIDTH)
  const frame: Frame = useMemo(
    () => ({
      width,
      gutter: GUTTER,
      label: instantLabel,
      ...(loadedAt !== null && {
        detail: (ms, stepMs) => formatMoment(ms - Date.parse(loadedAt), stepMs),
      }),
    }),
    [width, loadedAt],
  )
  const span = useMemo(() => ({ fromMs, toMs }), [fromMs, toMs])
  const isUnfolded = useSignal(false)
  const [oldest] = entries
  // Undefined if all are kept.
  const keptFromMs = oldest === undefined || oldest.n === 1 ? undefined : Date.parse(oldest.at)
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
  const isEntered = loadedAt !== null && loadedAt === enteredLanes.value
  useEffect(() => {
    if (!isEntered) return
    ref.current?.querySelector<SVGElement>('.edge')?.focus()
    assign(enteredLanes, null)
  }, [isEntered])
  const drawn = withNow(still.part, now, span, frame)
  const instant = chosenInstant.value
  const isDrawn = room > 0 && known.length > 0
  return (
    <div class="lanes-part column grow">
      <section
        ref={ref}
        class="lanes timed"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls and zooms, and without a mark in it nothing else has the focus.
        tabIndex={0}
        aria-label="Lanes of the incident"
        onClick={({ target, clientX }) => openMark(markNear(target, clientX))}
        onKeyDown={(event) => {
          moveEdgeByKey(event)
          actOnMark(event)
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
