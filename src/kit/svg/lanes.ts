/** Requests over time: a lane per base, a mark per request, bands for active rules. */

import {
  AXIS_HEIGHT,
  axis,
  bar,
  barOf,
  drawing,
  type Frame,
  type NamedTimeSpan,
  nowMark,
  ON_PAGE,
  phaseMarks,
  SIGN_WIDTH,
  type TimeSpan,
  truncateLabel,
  type XScale,
  xScaleIn,
} from './frame.js'
import { type CountedSpan, drawCounted, drawHatched, drawMarks, type Mark } from './marks.js'
import { drawStrip, type Strip } from './strip.js'
import { type Attributes, type Element, element, rect, text } from './tree.js'

export interface Lane {
  readonly name: string
  /** Second line of the label, such as the endpoint. */
  readonly detail?: string | undefined
  readonly marks: readonly Mark[]
  readonly bands: readonly Band[]
  /** Requests that are not marks. */
  readonly counted?: readonly CountedSpan[]
}

export interface Band extends NamedTimeSpan {
  readonly class?: string
  /** Attributes of a handle at its begin and one at its end, where they can be moved. */
  readonly handles?: readonly [begin: Attributes, end: Attributes]
}

export interface Lanes {
  readonly about: string
  readonly span: TimeSpan
  readonly phases: readonly NamedTimeSpan[]
  readonly lanes: readonly Lane[]
  readonly frame?: Frame
  /** Events of all lanes, drawn above them. */
  readonly strip?: Strip
  readonly marksHeight?: number
  /** The time of which only numbers of requests are known. */
  readonly unkept?: NamedTimeSpan | undefined
  /** Whether it is interactive and redrawn: marks are buttons, and overlapping ones are merged. */
  readonly isLive?: boolean
  /** Limit of the rows of bands in a lane. */
  readonly maxRows?: number
}

const TOP = 16
const GAP = 8
const BAND_LINE = 12
/** In the font of the dashboard. */
const LIVE_SIGN_WIDTH = 5.8
const USUAL_MARKS_HEIGHT = 36
const HANDLE_WIDTH = 5
/** Fewer characters say nothing. */
const MIN_SIGNS = 3

export function drawLanes(given: Lanes): Element {
  const { about, span, phases, lanes, frame = ON_PAGE, strip, marksHeight = USUAL_MARKS_HEIGHT } = given
  const { unkept, isLive = false, maxRows } = given
  const drawn: Element[] = []
  let y = TOP
  if (strip !== undefined) {
    const above = drawStrip(strip, span, frame, y)
    drawn.push(...above.drawn)
    y += above.height
  }
  for (const lane of lanes) {
    // A page lists each band in its own row.
    const rows = (isLive ? bandRowsOf(lane.bands) : lane.bands.map((band) => [band])).slice(0, maxRows)
    const height = Math.max(rows.length, 1) * BAND_LINE + marksHeight + 4
    drawn.push(drawLane(lane, rows, { span, frame, marksHeight, isLive }, y, height))
    y += height + GAP
  }
  // Live, the axis is drawn apart: it stays while the lanes scroll.
  return drawing(
    about,
    frame,
    isLive ? y : y + AXIS_HEIGHT,
    axis(span, frame, y, !isLive),
    ...drawn,
    ...(unkept === undefined
      ? []
      : [drawHatched(unkept, unkept.name, { place: xScaleIn(span, frame), top: TOP, height: y - TOP })]),
    phaseMarks(phases, span, frame, y),
  )
}

/** Adds a line at a time, the current one by default, to live lanes, without redrawing them. */
export function withNow(drawn: Element, nowMs: number, span: TimeSpan, frame: Frame, name = 'now'): Element {
  const height = Number(drawn.attributes['height'])
  return { ...drawn, children: [...drawn.children, ...nowMark(nowMs, span, frame, height, name)] }
}

function drawLane(
  { name, detail, marks, bands, counted = [] }: Lane,
  rows: readonly (readonly Band[])[],
  { span, frame, marksHeight, isLive }: Required<Pick<Lanes, 'span' | 'frame' | 'marksHeight' | 'isLive'>>,
  y: number,
  height: number,
): Element {
  const { width: right, gutter } = frame
  const place = xScaleIn(span, frame)
  const middle = y + height / 2 + 4
  const labels = [
    text('lane-name', 0, detail === undefined ? middle : middle - 7, name),
    ...(detail === undefined ? [] : [text('lane-detail', 0, middle + 7, detail)]),
  ]
  // Overlapping bands share one ground: each has its own row for its name.
  const groundY = y + rows.length * BAND_LINE
  const grounds = mergedBands(bands).map((band) =>
    bar(classOf('band-ground', band.class), band, place, groundY, y + height - groundY),
  )
  const drawnBands = rows.flatMap((row, line) =>
    row.map((band) => {
      const { name, class: look } = band
      const { x, width } = barOf(band, place)
      const rowY = y + line * BAND_LINE
      const room = (width - 4) / (isLive ? LIVE_SIGN_WIDTH : SIGN_WIDTH)
      return element(
        'g',
        {},
        element('title', {}, name),
        rect(classOf('band', look), x, rowY, width, BAND_LINE - 1),
        text('band-name', x + 3, rowY + 9.5, room < MIN_SIGNS ? '' : truncateLabel(name, room)),
      )
    }),
  )
  const about = detail === undefined ? name : `${name} ${detail}`
  return element(
    'g',
    { class: 'lane-group', role: 'group', 'aria-label': about, 'data-lane': name },
    rect('lane', gutter, y, right - gutter, height),
    ...labels,
    ...grounds,
    ...drawnBands,
    ...drawCounted(counted, { place, bottom: y + height - 2, height: marksHeight }),
    ...drawMarks(marks, { place, bottom: y + height - 2, height: marksHeight, isLive }),
    ...drawHandles(bands, rows, place, y),
  )
}

/** In the order of the bands, not of their rows: an element that changes its place loses the focus. */
function drawHandles(
  bands: readonly Band[],
  rows: readonly (readonly Band[])[],
  place: XScale,
  y: number,
): Element[] {
  return bands.flatMap((band) => {
    const row = rows.findIndex((row) => row.includes(band))
    if (row < 0 || band.handles === undefined) return []
    const { x, width } = barOf(band, place)
    const wide = Math.min(HANDLE_WIDTH, width / 2)
    return band.handles.map((handle, index) => {
      const left = index === 0 ? x : x + width - wide
      const edge = rect(classOf('edge', band.class), left, y + row * BAND_LINE, wide, BAND_LINE - 1)
      return { ...edge, attributes: { ...edge.attributes, ...handle } }
    })
  })
}

function classOf(name: string, look: string | undefined): string {
  return look === undefined ? name : `${name} ${look}`
}

/** Bands that do not overlap share a row. */
export function bandRowsOf(bands: readonly Band[]): Band[][] {
  const rows: Band[][] = []
  for (const band of [...bands].sort((a, b) => a.fromMs - b.fromMs)) {
    const free = rows.find((row) => row[row.length - 1].toMs <= band.fromMs)
    if (free === undefined) rows.push([band])
    else free.push(band)
  }
  return rows
}

/** Bands of one class that touch or overlap as one, so that their colour does not add up. */
function mergedBands(bands: readonly Band[]): Omit<Band, 'name' | 'handles'>[] {
  const merged: { fromMs: number; toMs: number; class?: string }[] = []
  for (const { fromMs, toMs, class: look } of [...bands].sort((a, b) => a.fromMs - b.fromMs)) {
    const last = merged.find((one) => one.class === look && one.toMs >= fromMs)
    if (last !== undefined) last.toMs = Math.max(last.toMs, toMs)
    else merged.push({ fromMs, toMs, ...(look !== undefined && { class: look }) })
  }
  return merged
}
