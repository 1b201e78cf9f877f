/** Requests, newest first, in a virtual list. The list has the focus, as a row would lose it when scrolled away. */
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { type Frame, ON_PAGE, type TimeSpan } from '../../../kit/svg/frame.js'
import { drawWaterfallAxis, drawWaterfallRow } from '../../../kit/svg/waterfall.js'
import { actOnKey, assign, useSize } from '../hooks.js'
import { barsOf, placeInList, type ValueOf, windowOf } from '../journal-entries.js'
import { Button, Outcome } from '../parts.js'
import type { Entry } from '../replies.js'
import { nowMs, pace } from '../state.js'
import { SvgDrawing } from '../svg.js'
import { openRequestNumber, show } from '../view.js'
import {
  askedInWords,
  baseLabel,
  clientOf,
  exactTimeOf,
  instantLabel,
  outcomeInWords,
  tookInWords,
  tookMs,
} from '../words.js'
import { chosenN, listedEntries, lookAt, sorting } from './selection.js'

/** Px, as in journal.css. */
const ROW_HEIGHT = 24
const BAR_WIDTH = 220

type Column = [name: string, head: string, cell: (entry: Entry) => ComponentChildren, by?: ValueOf]

/** Before the bar, the most important first, with the values to sort by. */
const COLUMNS: readonly Column[] = [
  ['n', '#', ({ n }) => `#${n}`],
  ['what', 'Request', (entry) => <span title={entry.url}>{askedInWords(entry)}</span>, askedInWords],
  ['came', 'Outcome', (entry) => <Outcome met={entry.met} words={outcomeInWords(entry)} />, outcomeInWords],
  ['at', 'Time (UTC)', ({ at }) => exactTimeOf(at), ({ at }) => at],
  ['where', 'Base', baseLabel, baseLabel],
  ['by', 'Rule', ({ rule }) => rule, ({ rule }) => rule],
  ['who', 'Client', (entry) => <span title={entry.userAgent ?? ''}>{clientOf(entry)}</span>, clientOf],
  ['took', 'Took', tookInWords, tookMs],
]

export function List() {
  const entries = listedEntries.value
  const { by: sortedBy, isDown } = sorting.value
  const total = entries.length
  const [head, headWidth] = useSize<HTMLSpanElement>()
  const [list, , height] = useSize<HTMLDivElement>()
  const count = Math.ceil(height / ROW_HEIGHT) + 1
  const [first, setFirst] = useState(0)
  /** The top visible row, which stays in place when others are added above. */
  const top = useRef<{ n: number; offset: number } | undefined>(undefined)
  /** The newest row as the mouse entered the list, which stays in place while it is there: a click hits the row that was seen. */
  const held = useRef<number | undefined>(undefined)

  const measure = () => {
    const { scrollTop = 0 } = list.current ?? {}
    const row = Math.floor(scrollTop / ROW_HEIGHT)
    setFirst(row)
    const n = scrollTop === 0 && held.current === undefined ? undefined : entries[total - 1 - row]?.n
    top.current = n === undefined ? undefined : { n, offset: scrollTop % ROW_HEIGHT }
  }
  const toNewest = () => list.current?.scrollTo(0, 0)
  useLayoutEffect(() => {
    const place = top.current && placeInList(entries, top.current.n)
    if (top.current !== undefined && place !== undefined && list.current !== null)
      list.current.scrollTop = place * ROW_HEIGHT + top.current.offset
    measure()
  }, [entries])
  const chosen = chosenN.value
  const chosenPlace = chosen === undefined ? undefined : placeInList(entries, chosen)
  useLayoutEffect(() => {
    if (chosenPlace !== undefined && list.current !== null) scrollTo(list.current, chosenPlace)
    // Not on every new request, although each moves the chosen one.
  }, [chosen])

  const entryAt = (place: number) => entries[total - 1 - place]
  const choose = (place: number) => {
    const entry = entryAt(Math.min(Math.max(place, 0), total - 1))
    if (entry === undefined) return
    chosenN.value = entry.n
    if (openRequestNumber.peek() !== undefined) show({ request: chosenN.value })
  }

  const visible = entries.slice(Math.max(total - first - count, 0), total - first)
  const bars = barsOf(visible, pace.value, nowMs.peek() ?? 0)
  const frame: Frame = useMemo(
    () => ({ ...ON_PAGE, width: headWidth || BAR_WIDTH, gutter: 28, label: instantLabel }),
    [headWidth],
  )
  return (
    <div class="requests column grow">
      <div class="columns request-head">
        {COLUMNS.map(([name, head, , by]) => (
          <Button
            key={name}
            class={`as-text ${name}`}
            aria-label={`Sort by ${head}`}
            aria-current={by === sortedBy}
            onClick={() => assign(sorting, { by, isDown: by !== sortedBy || !isDown })}
          >
            {head} {by === sortedBy && (isDown ? '↓' : '↑')}
          </Button>
        ))}
        <span class="bar-head" ref={head} aria-hidden="true">
          <SvgDrawing part={drawWaterfallAxis(bars.span, frame)} />
        </span>
      </div>
      {first > 0 && (
        <Button class="newer small" onClick={toNewest}>
          ↑ {first} newer
        </Button>
      )}
      <div
        ref={list}
        class="request-list scroll"
        role="listbox"
        tabIndex={0}
        aria-label={sortedBy === undefined && isDown ? 'Requests, newest first' : 'Requests, sorted'}
        aria-activedescendant={chosenPlace === undefined ? undefined : rowId(chosen!)}
        onScroll={measure}
        onPointerEnter={({ pointerType }) => {
          if (pointerType !== 'mouse' || list.current?.scrollTop !== 0) return
          held.current = entries[total - 1]?.n
          measure()
        }}
        onPointerLeave={() => {
          const isUnmoved = held.current !== undefined && top.current?.n === held.current
          held.current = undefined
          if (isUnmoved) toNewest()
          measure()
        }}
        onFocus={() => {
          // A row that is wholly seen, so that nothing scrolls between the press of a button and its release.
          const whole = Math.ceil((list.current?.scrollTop ?? 0) / ROW_HEIGHT)
          if (chosenPlace === undefined && total > 0) chosenN.value = entryAt(Math.min(whole, total - 1))?.n
        }}
        onClick={({ target }) => {
          const row = target instanceof Element ? target.closest('[data-n]') : null
          if (row !== null) lookAt(Number(row.getAttribute('data-n')))
        }}
        onKeyDown={(event) => {
          const place = chosenPlace ?? 0
          actOnKey(event, {
            ArrowDown: () => choose(place + 1),
            ArrowUp: () => choose(place - 1),
            PageDown: () => choose(place + count - 2),
            PageUp: () => choose(place - count + 2),
            Home: () => choose(0),
            End: () => choose(total - 1),
            Enter: () => lookAt(chosen),
            ' ': () => lookAt(chosen),
            Escape: () => lookAt(undefined),
          })
        }}
      >
        {total === 0 && (
          <p class="empty" role="presentation">
            No matching requests
          </p>
        )}
        {/* As high as all rows, for the scroll bar. */}
        <div class="request-room" role="presentation" style={{ height: `${total * ROW_HEIGHT}px` }}>
          {windowOf(first, count, total, chosenPlace).map((place) => {
            const entry = entryAt(place)
            return entry === undefined ? null : (
              <Row key={entry.n} {...{ entry, place, total, frame }} bar={bars.of(entry)} span={bars.span} />
            )
          })}
        </div>
      </div>
    </div>
  )
}

const rowId = (n: number): string => `request-${n}`

interface RowProps {
  readonly entry: Entry
  readonly place: number
  readonly total: number
  readonly bar: TimeSpan
  readonly span: TimeSpan
  readonly frame: Frame
}

function Row({ entry, place, total, bar, span, frame }: RowProps) {
  const { n, met } = entry
  const isOpen = n === openRequestNumber.value
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, and says which of its rows is chosen.
    <div
      id={rowId(n)}
      class={`columns request${n === chosenN.value ? ' chosen' : ''}${isOpen ? ' open' : ''}`}
      role="option"
      aria-selected={isOpen}
      aria-posinset={place + 1}
      aria-setsize={total}
      data-n={n}
      // Preact sets properties, which the content security policy allows; it forbids style attributes.
      style={{ transform: `translateY(${place * ROW_HEIGHT}px)` }}
    >
      {COLUMNS.map(([name, , cell]) => (
        <span key={name} class={name}>
          {cell(entry)}
        </span>
      ))}
      <SvgDrawing part={drawWaterfallRow({ n, kind: met, ...bar }, span, frame)} />
    </div>
  )
}

/** Scrolls as little as needed to show the whole row. */
function scrollTo(list: HTMLElement, place: number): void {
  const y = place * ROW_HEIGHT
  list.scrollTop = Math.min(Math.max(list.scrollTop, y + ROW_HEIGHT - list.clientHeight), y)
}
