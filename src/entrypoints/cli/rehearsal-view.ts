/** Progress of a rehearsal: a line per change, and a progress bar. */
import { startStopwatch } from '../../kit/clock/timers.js'
import { withoutCommands } from '../../kit/formats/workflow.js'
import { columns } from '../../kit/text/columns.js'
import { safeText } from '../../kit/text/terminal.js'
import { baseRowsOf } from '../../market/catalogue/base-urls.js'
import type { LiveEvent } from '../../rehearsal/live.js'
import { scenarioOutcome } from '../../rehearsal/words.js'
import type { Addresses } from '../../server/config/placeholders.js'

interface ViewOptions {
  readonly parts: readonly string[]
  readonly totalMs: number
  readonly isVerbose: boolean
  readonly isAttached: boolean
}

const EVERY_MS = 250
const BAR_WIDTH = 30

/** Writes to stderr. Without a terminal: a line per phase and verdict, and requested output. */
export function createView({ parts, totalMs, isVerbose, isAttached }: ViewOptions) {
  const { stderr } = process
  const isLive = stderr.isTTY === true
  const nameWidth = Math.max(...parts.map((name) => name.length))
  const elapsedMs = startStopwatch()
  let done = 0
  let isShown = false
  const clear = () => {
    if (isShown) stderr.write('\r\u001b[K')
    isShown = false
  }
  const draw = () => {
    const share = Math.min(1, elapsedMs() / totalMs)
    const full = Math.round(share * BAR_WIDTH)
    const bar = `${'█'.repeat(full)}${'░'.repeat(BAR_WIDTH - full)}`
    const left = Math.max(0, Math.round((totalMs - elapsedMs()) / 1000))
    clear()
    stderr.write(
      `${bar} ${done} of ${parts.length} done, about ${left} s left`.slice(0, (stderr.columns ?? 80) - 1),
    )
    isShown = true
  }
  const timer = isLive && !isAttached ? setInterval(draw, EVERY_MS) : undefined
  const line = (text: string) => {
    clear()
    stderr.write(`${withoutCommands(safeText(text).replaceAll('\t', '    '))}\n`)
    if (timer !== undefined) draw()
  }
  const labelOf = (part: string) => (parts.length === 1 ? '' : `${part.padEnd(nameWidth)}  `)
  return {
    show(event: LiveEvent): void {
      if (event.kind === 'end' || event.kind === 'left-out') done++
      if (event.kind === 'output') {
        if (isVerbose) line(`${event.part}| ${event.line}`)
      } else if (isLive || isAttached || event.kind !== 'change') {
        const words = eventInWords(event)
        if (words !== undefined) line(`${labelOf(event.part)}${words}`)
      }
    },
    ready({ url, observe, baseUrls }: Required<Addresses>): void {
      if (!isAttached) return
      line(
        'Point the client at one of these addresses. The first good reply starts the rehearsal; Ctrl+C ends it.',
      )
      for (const row of columns([...baseRowsOf(baseUrls), ['observe', '', observe], ['url', '', url]]))
        line(row)
    },
    note: (text: string) => line(`gmx-sim: ${text}`),
    end(): void {
      clearInterval(timer)
      clear()
    },
  }
}

function eventInWords(event: Exclude<LiveEvent, { kind: 'output' }>): string | undefined {
  switch (event.kind) {
    case 'phase':
      return `${timeOf(event.atMs)} ${event.name}, ${Math.round(event.lastsMs / 1000)} s`
    case 'change':
      return `${timeOf(event.atMs)} ${event.text}`
    case 'blocks':
      return 'lines of stdout arrive in blocks, too late to be observations: flush each line, or POST to {observe}'
    case 'waiting':
      return undefined
    case 'end':
      return scenarioOutcome(event.report)
    case 'left-out':
      return 'not asked: the client requests nothing that it strikes'
  }
}

function timeOf(ms: number): string {
  return `+${(ms / 1000).toFixed(1)} s`.padStart(9)
}
