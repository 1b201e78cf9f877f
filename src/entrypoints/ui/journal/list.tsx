/** Requests, newest first, in a virtual list. The list has the focus, as a row would lose it when scrolled away. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { type Frame, ON_PAGE } from '../../../kit/svg/frame.js'
import { drawWaterfallAxis } from '../../../kit/svg/waterfall.js'
import { instantLabel } from '../axis-labels.js'
import { openRequestNumber } from '../journal-filter.js'
import { clock, nowMs } from '../state.js'
import { SvgDrawing } from '../svg.js'
import { useWidth } from '../width.js'
import { ROW_HEIGHT, Row, rowId } from './row.js'
import { chosenN, filteredEntries, lookAt } from './selection.js'
import { placeInList, rowKey, windowOf } from './virtual-rows.js'
import { barsOf } from './waterfall.js'

const BAR_WIDTH = 220

export function List() {
  const entries = filteredEntries.value
  const total = entries.length
  const [head, headWidth] = useWidth<HTMLSpanElement>()
  const list = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState({ first: 0, count: 1 })
  /** The top visible row, which stays in place when others are added above. */
  const top = useRef<{ n: number; offset: number } | undefined>(undefined)
  /** The newest row as the mouse entered the list, which stays in place while it is there: a click hits the row that was seen. */
  const held = useRef<number | undefined>(undefined)

  const measure = () => {
    const { scrollTop = 0, clientHeight = 0 } = list.current ?? {}
    const first = Math.floor(scrollTop / ROW_HEIGHT)
    const count = Math.ceil(clientHeight / ROW_HEIGHT) + 1
    setSeen((was) => (was.first === first && was.count === count ? was : { first, count }))
    const entry = entries[total - 1 - first]
    top.current =
      entry === undefined || (scrollTop === 0 && held.current === undefined)
        ? undefined
        : { n: entry.n, offset: scrollTop % ROW_HEIGHT }
  }
  const toNewest = () => list.current?.scrollTo(0, 0)
  useLayoutEffect(() => {
    const kept = top.current
    const place = kept === undefined ? undefined : placeInList(entries, kept.n)
    if (kept !== undefined && place !== undefined && list.current !== null)
      list.current.scrollTop = place * ROW_HEIGHT + kept.offset
    measure()
  }, [entries])
  const latest = useRef(measure)
  latest.current = measure
  useEffect(() => {
    const observer = new ResizeObserver(() => latest.current())
    if (list.current !== null) observer.observe(list.current)
    return () => observer.disconnect()
  }, [])
  const chosen = chosenN.value
  const chosenPlace = chosen === undefined ? undefined : placeInList(entries, chosen)
  useLayoutEffect(() => {
    if (chosenPlace !== undefined && list.current !== null) scrollTo(list.current, chosenPlace)
    // Not on every new request, although each moves the chosen one.
  }, [chosen])

  const { mode, rate } = clock.value ?? { mode: 'frozen', rate: 1 }
  const places = windowOf(seen, total, chosenPlace)
  const visible = entries.slice(Math.max(total - seen.first - seen.count, 0), total - seen.first)
  const bars = barsOf(visible, mode === 'frozen' ? 0 : rate, nowMs.peek() ?? 0)
  const width = headWidth === 0 ? BAR_WIDTH : headWidth
  const frame: Frame = useMemo(() => ({ ...ON_PAGE, width, gutter: 28, label: instantLabel }), [width])

  return (
    <div class="requests">
      <div class="request-head" aria-hidden="true">
        <span class="n">#</span>
        <span class="at">Time (UTC)</span>
        <span class="where">Base</span>
        <span class="what">Request</span>
        <span class="came">Outcome</span>
        <span class="by">Rule</span>
        <span class="bar-head" ref={head}>
          <SvgDrawing part={drawWaterfallAxis(bars.span, frame)} />
        </span>
        <span class="took">Took</span>
      </div>
      {seen.first > 0 && (
        <button type="button" class="newer small" onClick={toNewest}>
          ↑ {seen.first} newer
        </button>
      )}
      <div
        ref={list}
        class="request-list"
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
        role="listbox"
        tabIndex={0}
        aria-label="Requests, newest first"
        aria-activedescendant={chosenPlace === undefined ? undefined : rowId(chosen!)}
        onScroll={measure}
        onFocus={() => {
          if (chosenPlace === undefined && total > 0)
            chosenN.value = entries[total - 1 - Math.min(seen.first, total - 1)].n
        }}
        onClick={({ target }) => {
          const row = target instanceof Element ? target.closest('[data-n]') : null
          if (row !== null) lookAt(Number(row.getAttribute('data-n')))
        }}
        onKeyDown={(event) => {
          const place = placeAfter(event.key, chosenPlace ?? 0, total, seen.count - 2)
          if (place !== undefined) {
            chosenN.value = entries[total - 1 - place].n
            if (openRequestNumber.peek() !== undefined) openRequestNumber.value = chosenN.value
          } else if (event.key === 'Enter' || event.key === ' ') lookAt(chosen)
          else if (event.key === 'Escape') lookAt(undefined)
          else return
          event.preventDefault()
        }}
      >
        {total === 0 && (
          <p class="empty" role="presentation">
            No matching requests
          </p>
        )}
        {/* As high as all rows, for the scroll bar. */}
        <div class="request-room" role="presentation" style={{ height: `${total * ROW_HEIGHT}px` }}>
          {places.map((place, index) => {
            const entry = entries[total - 1 - place]
            return (
              <Row
                key={rowKey(places, index, total, seen.count)}
                entry={entry}
                place={place}
                total={total}
                isChosen={entry.n === chosen}
                isOpen={entry.n === openRequestNumber.value}
                bar={bars.of(entry)}
                span={bars.span}
                frame={frame}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}

function placeAfter(key: string, place: number, total: number, page: number): number | undefined {
  const to = {
    ArrowDown: place + 1,
    ArrowUp: place - 1,
    PageDown: place + page,
    PageUp: place - page,
    Home: 0,
    End: total - 1,
  }[key]
  return to === undefined || total === 0 ? undefined : Math.min(Math.max(to, 0), total - 1)
}

/** Scrolls as little as needed to show the whole row. */
function scrollTo(list: HTMLElement, place: number): void {
  const y = place * ROW_HEIGHT
  if (y < list.scrollTop) list.scrollTop = y
  else if (y + ROW_HEIGHT > list.scrollTop + list.clientHeight)
    list.scrollTop = y + ROW_HEIGHT - list.clientHeight
}
