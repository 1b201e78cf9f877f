import { useMemo } from 'preact/hooks'
import type { Frame } from '../../../kit/svg/frame.js'
import { drawLanes, withNow } from '../../../kit/svg/lanes.js'
import { instantLabel, sinceLabel } from '../axis-labels.js'
import { isHeld } from '../outcomes.js'
import { bases, clock, journal, nowMs, timeline } from '../state.js'
import { SvgDrawing } from '../svg.js'
import { useWidth } from '../width.js'
import { lanesOf, marketStrip, visibleEndMs } from './lanes-of.js'
import { moveAmongMarks, numberAt, numberNear } from './marks-keys.js'
import { type SpanLength, spanOf } from './visible-span.js'

/** Narrower lanes scroll. */
const MIN_WIDTH = 280
const GUTTER = 132
/** Below this width names take two lines. */
const NARROW_WIDTH = 520
const NARROW_GUTTER = 72
const MARKS_HEIGHT = 18

interface LanesProps {
  readonly reach: SpanLength
  readonly onOpen: (n: number) => void
}

export function LanesPanel({ reach, onOpen }: LanesProps) {
  const [ref, room] = useWidth<HTMLElement>()
  const loaded = timeline.value
  const entries = journal.value ?? []
  const known = bases.value ?? []
  const { mode, rate: pace } = clock.value ?? { mode: 'frozen', rate: 1 }
  const loadedAt = loaded?.loadedAt ?? null
  const now = nowMs.value ?? 0
  const originMs = loadedAt === null ? 0 : Date.parse(loadedAt)
  const { fromMs, toMs } = spanOf(reach, now - originMs, loaded === undefined ? 0 : visibleEndMs(loaded))
  const isHolding = entries.some(isHeld)
  // Held requests grow with time; once a second is enough.
  const grownMs = isHolding ? Math.ceil((now - originMs) / 1000) * 1000 : 0
  const rate = mode === 'frozen' ? 0 : pace
  const width = Math.max(room, MIN_WIDTH)
  const isNarrow = width < NARROW_WIDTH
  const frame: Frame = useMemo(
    () => ({
      width,
      gutter: isNarrow ? NARROW_GUTTER : GUTTER,
      label: loadedAt === null ? instantLabel : sinceLabel,
    }),
    [width, loadedAt],
  )
  const still = useMemo(() => {
    const span = { fromMs, toMs }
    return drawLanes({
      about: 'Requests by base, over virtual time',
      span,
      phases: [],
      lanes: lanesOf({
        timeline: loaded,
        entries,
        bases: known,
        span,
        originMs,
        rate,
        nowMs: grownMs,
        isNarrow,
      }),
      frame,
      marksHeight: MARKS_HEIGHT,
      isLive: true,
      ...(loaded !== undefined && { strip: marketStrip(loaded, span, originMs) }),
    })
    // `known` changes all the time; the bases in it do not.
  }, [loaded, entries, known.length, fromMs, toMs, originMs, rate, grownMs, frame])
  const open = (n: number | undefined): boolean => {
    if (n !== undefined) onOpen(n)
    return n !== undefined
  }
  return (
    <section
      ref={ref}
      class="lanes"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and without a mark in it nothing else has the focus.
      tabIndex={0}
      aria-label="Lanes of the incident"
      onClick={({ target, clientX }) => open(numberNear(target, clientX))}
      onKeyDown={(event) => {
        const isPress = event.key === 'Enter' || event.key === ' '
        if (isPress ? open(numberAt(event.target)) : moveAmongMarks(event.target, event.key))
          event.preventDefault()
      }}
    >
      {room > 0 && known.length > 0 && (
        <SvgDrawing part={withNow(still, now - originMs, { fromMs, toMs }, frame)} />
      )}
    </section>
  )
}
