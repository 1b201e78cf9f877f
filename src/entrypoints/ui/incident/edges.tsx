/** The edges of rules in the lanes: a drag or keys move one, and then its time is written into the text of the scenario. */
import { computed, effect, signal } from '@preact/signals'
import { attempt } from '../api.js'
import { actOnKey } from '../hooks.js'
import { openDialog } from '../parts.js'
import { timeline } from '../state.js'
import type { Grabbed } from '../time/gestures.js'
import { visibleSpan } from '../time/shown-time.js'
import { Editor } from './editor.js'
import type { Edge } from './scenario-edits.js'
import { beginDraft, draft, write } from './scenarios.js'

/** Times of edges that were moved and are not yet written, in ms since the load of the scenario, by `data-edge`: `after dead`. */
const movedEdges = signal<ReadonlyMap<string, number>>(new Map())

/** The edge and its rule of a `data-edge`. */
function partsOf(name: string): { readonly edge: Edge; readonly id: string } {
  const edge = name.startsWith('after ') ? 'after' : 'until'
  return { edge, id: name.slice(edge.length + 1) }
}

const loadedAt = computed(() => timeline.value?.loadedAt)
// Each load of a scenario begins without moved edges.
effect(() => {
  loadedAt.value
  movedEdges.value = new Map()
})

/** The scenario with its moved edges. */
export const shownTimeline = computed(() => {
  const loaded = timeline.value
  const times = movedEdges.value
  const rules = loaded?.rules.map((rule) => ({
    ...rule,
    fromMs: times.get(`after ${rule.id}`) ?? rule.fromMs,
    untilMs: times.get(`until ${rule.id}`) ?? rule.untilMs,
  }))
  return loaded && rules && { ...loaded, rules }
})

/** Writes the moved edges into the draft, or one that begins with the current scenario. */
async function writeEdges(): Promise<void> {
  const [{ withEdge }] = await Promise.all([import('./yaml-tools.js'), beginDraft()])
  // A rule about several places has a row for each.
  const ids = [...new Set(timeline.peek()?.rules.map(({ id }) => id))]
  for (const [name, ms] of movedEdges.peek()) {
    const { edge, id } = partsOf(name)
    write(withEdge(draft.peek().text, ids.indexOf(id), edge, `${ms / 1000}s`))
  }
  movedEdges.value = new Map()
}

export const edit = () =>
  attempt(async () => {
    await writeEdges()
    openDialog(<Editor />)
  })

/** The `loadedAt` of a scenario whose first edge takes the focus, once the lanes show it. */
export const enteredLanes = signal<string | null>(null)

const LEAST_MS = 100
const STEP_MS = 1000

/** The edge whose handle is `target`, as actions that move it. */
function edgeAt(target: EventTarget | null) {
  const name = target instanceof Element && target.getAttribute('data-edge')
  if (!name) return undefined
  const { edge, id } = partsOf(name)
  const rule = shownTimeline.peek()?.rules.find((rule) => rule.id === id)
  if (rule === undefined) return undefined
  const { fromMs, untilMs } = rule
  const isBegin = edge === 'after'
  const loadedAtMs = Date.parse(loadedAt.peek() ?? '')
  // A rule without end is drawn to the end of the visible time.
  const shownMs = isBegin ? fromMs : (untilMs ?? visibleSpan.peek().toMs - loadedAtMs)
  /** Stops at the other edge. */
  const move = (toMs: number) => {
    const least = isBegin ? 0 : fromMs + LEAST_MS
    const most = isBegin && untilMs !== null ? untilMs - LEAST_MS : toMs
    const ms = Math.round(Math.max(Math.min(toMs, most), least) / LEAST_MS) * LEAST_MS
    movedEdges.value = new Map([...movedEdges.peek(), [name, ms]])
  }
  return {
    moveTo: (ms: number) => move(ms - loadedAtMs),
    moveBy: (ms: number) => move(shownMs + ms),
    leave() {
      movedEdges.value = new Map([...movedEdges.peek()].filter(([other]) => other !== name))
    },
  }
}

/** The edge under a press, which a drag moves. */
export function grabEdge({ target }: PointerEvent): Grabbed | undefined {
  const edge = edgeAt(target)
  return edge && { move: edge.moveTo, drop: () => void edit(), leave: edge.leave }
}

/** Keys move the edge that has the focus; then it is edited, or left as it was. */
export function moveEdgeByKey(event: KeyboardEvent): void {
  const edge = edgeAt(event.target)
  if (edge === undefined) return
  const stepMs = event.shiftKey ? 10 * STEP_MS : STEP_MS
  const earlier = () => edge.moveBy(-stepMs)
  const later = () => edge.moveBy(stepMs)
  actOnKey(event, {
    ArrowLeft: earlier,
    ArrowDown: earlier,
    ArrowRight: later,
    ArrowUp: later,
    Enter: () => void edit(),
    Escape: edge.leave,
  })
}
