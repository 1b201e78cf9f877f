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
  const drawnBands = bands.map(({ name, fromMs, toMs, class: look }, line) => {
    const x = place(fromMs)
    const width = Math.max(place(toMs) - x, MIN_MARK_WIDTH)
    const textX = Math.min(x + 3, Math.max(right - MIN_ROOM, gutter + 3))
    return element(
      'g',
      {},
      element('title', {}, name),
      element('rect', { class: look === undefined ? 'band' : `band ${look}`, x, y, width, height }),
      element(
        'text',
        { class: 'band-name', x: textX, y: y + 10 + line * BAND_LINE },
        truncateLabel(name, (right - textX) / (isLive ? LIVE_SIGN_WIDTH : SIGN_WIDTH)),
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
    ...drawnBands,
    ...drawMarks(marks, { place, bottom: y + height - 2, height: marksHeight, isLive }),
  )
}
