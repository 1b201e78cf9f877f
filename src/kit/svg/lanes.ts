/** Requests over time: a lane per base, a mark per request, bands for active rules. */
import {
  AXIS_HEIGHT,
  axis,
  drawing,
  type Frame,
  type NamedTimeSpan,
  nowMark,
  ON_PAGE,
  phaseMarks,
  SIGN_WIDTH,
  type TimeSpan,
  truncateLabel,
  xScaleIn,
} from './frame.js'
import { drawMarks, type Mark, MIN_MARK_WIDTH } from './marks.js'
import { drawStrip, type Strip } from './strip.js'
import { type Element, element } from './tree.js'

export interface Lane {
  readonly name: string
  /** Second line of the label, such as the endpoint. */
  readonly detail?: string | undefined
  readonly marks: readonly Mark[]
  readonly bands: readonly Band[]
}

export interface Band extends NamedTimeSpan {
  readonly class?: string
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
  /** Whether it is interactive and redrawn: marks are buttons, and overlapping ones are merged. */
  readonly isLive?: boolean
}

const TOP = 16
const GAP = 8
const BAND_LINE = 12
/** In the font of the dashboard. */
const LIVE_SIGN_WIDTH = 5.8
const USUAL_MARKS_HEIGHT = 36
/** Least width for the name of a band far to the right. */
const MIN_ROOM = 260
/** Fewer characters say nothing. */
const MIN_SIGNS = 3

export function drawLanes(given: Lanes): Element {
  const { about, span, phases, lanes, frame = ON_PAGE, strip, marksHeight = USUAL_MARKS_HEIGHT } = given
  const drawn: Element[] = []
  let y = TOP
  if (strip !== undefined) {
    const above = drawStrip(strip, span, frame, y)
    drawn.push(...above.drawn)
    y += above.height
  }
  for (const lane of lanes) {
    const height = Math.max(lane.bands.length, 1) * BAND_LINE + marksHeight + 4
    drawn.push(drawLane(lane, { ...given, frame, marksHeight }, y, height))
    y += height + GAP
  }
  return drawing(
    about,
    frame,
    y + AXIS_HEIGHT,
    axis(span, frame, y),
    ...drawn,
    phaseMarks(phases, span, frame, y),
  )
}

/** Adds a line at the current time, without redrawing the lanes. */
export function withNow(drawn: Element, nowMs: number, span: TimeSpan, frame: Frame): Element {
  const height = Number(drawn.attributes['height']) - AXIS_HEIGHT
  return { ...drawn, children: [...drawn.children, ...nowMark(nowMs, span, frame, height)] }
}

function drawLane(
  { name, detail, marks, bands }: Lane,
  { span, frame, marksHeight, isLive = false }: Lanes & Required<Pick<Lanes, 'frame' | 'marksHeight'>>,
  y: number,
  height: number,
): Element {
  const { width: right, gutter } = frame
  const place = xScaleIn(span, frame)
  const ground = element('rect', { class: 'lane', x: gutter, y, width: right - gutter, height })
  const middle = y + height / 2 + 4
  const labels = [
    element('text', { class: 'lane-name', x: 0, y: detail === undefined ? middle : middle - 7 }, name),
    ...(detail === undefined ? [] : [element('text', { class: 'lane-detail', x: 0, y: middle + 7 }, detail)]),
  ]
  const rows = bands.map((band, line) => {
    const x = place(band.fromMs)
    const width = Math.max(place(band.toMs) - x, MIN_MARK_WIDTH)
    return { ...band, x, width, rowY: y + line * BAND_LINE }
  })
  // Overlapping bands share one ground: each has its own row for its name.
  const groundY = y + rows.length * BAND_LINE
  const grounds = mergedBands(bands).map(({ fromMs, toMs, class: look }) => {
    const x = place(fromMs)
    const width = Math.max(place(toMs) - x, MIN_MARK_WIDTH)
    return element('rect', {
      class: classOf('band-ground', look),
      x,
      y: groundY,
      width,
      height: y + height - groundY,
    })
  })
  const drawnBands = rows.map(({ name, x, width, rowY, class: look }) => {
    // A page lists the names in full, and prints; the dashboard has the room of the lane.
    const textX = isLive ? Math.min(x + 3, Math.max(right - MIN_ROOM, gutter + 3)) : x + 3
    const room = isLive ? (right - textX) / LIVE_SIGN_WIDTH : (width - 4) / SIGN_WIDTH
    return element(
      'g',
      {},
      element('title', {}, name),
      element('rect', { class: classOf('band', look), x, y: rowY, width, height: BAND_LINE - 1 }),
      element(
        'text',
        { class: 'band-name', x: textX, y: rowY + 9.5 },
        room < MIN_SIGNS ? '' : truncateLabel(name, room),
      ),
    )
  })
  return element(
    'g',
    {
      class: 'lane-group',
      role: 'group',
      'aria-label': detail === undefined ? name : `${name} ${detail}`,
      'data-lane': name,
    },
    ground,
    ...labels,
    ...grounds,
    ...drawnBands,
    ...drawMarks(marks, { place, bottom: y + height - 2, height: marksHeight, isLive }),
  )
}

function classOf(name: string, look: string | undefined): string {
  return look === undefined ? name : `${name} ${look}`
}

/** Bands of one class that touch or overlap as one, so that their colour does not add up. */
function mergedBands(bands: readonly Band[]): Omit<Band, 'name'>[] {
  const merged: { fromMs: number; toMs: number; class?: string }[] = []
  for (const { fromMs, toMs, class: look } of [...bands].sort((a, b) => a.fromMs - b.fromMs)) {
    const last = merged.find((one) => one.class === look && one.toMs >= fromMs)
    if (last !== undefined) last.toMs = Math.max(last.toMs, toMs)
    else merged.push({ fromMs, toMs, ...(look !== undefined && { class: look }) })
  }
  return merged
}
