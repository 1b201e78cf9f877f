/** Where a worker takes down its requests until the primary collects them for its journals. */
import { machineMs } from '../clock/machine.js'
import { type Kind, type KindFacts, type Line, wordsOf } from '../journal/entry.js'
import type { JournalWriter } from '../journal/journal.js'
import type { Collected, PostedLine } from './messages.js'

export interface Outbox {
  /** For the requests of one session. */
  writer(id: string | undefined): JournalWriter
  /** Hands over all that was taken down until that instant of the machine's stopwatch, oldest first. */
  take(untilMachineMs: number): Pick<Collected, 'lines' | 'finished'>
}

/** `onStir` is called when there is something to collect again. */
export function createOutbox(onStir: () => void): Outbox {
  let n = 0
  let handedOver = 0
  let lines: (Line & { id: string | undefined; tookMs?: number })[] = []
  let finished: { n: number; ms: number }[] = []
  const stir = () => {
    if (lines.length + finished.length === 0) onStir()
  }
  return {
    writer(id) {
      const kinds = new Map<string, Kind>()
      return {
        kindOf(facts: KindFacts) {
          const words = wordsOf(facts)
          const kind = kinds.get(words) ?? { facts }
          kinds.set(words, kind)
          return kind
        },
        add(kind, url, atMs) {
          stir()
          const line = { n: ++n, id, kind, url, atMs, realMs: machineMs(), ms: null }
          lines.push(line)
          return line
        },
        finish(line, ms) {
          if (line.n > handedOver) {
            ;(line as (typeof lines)[number]).tookMs = ms
            return
          }
          stir()
          finished.push({ n: line.n, ms })
        },
      }
    },
    take(untilMachineMs) {
      const later = lines.findIndex(({ realMs }) => realMs > untilMachineMs)
      const taken = later < 0 ? lines : lines.slice(0, later)
      lines = later < 0 ? [] : lines.slice(later)
      handedOver += taken.length
      const given = { lines: taken.map(toPosted), finished }
      finished = []
      // What came after that instant waits for another round, which nothing else may ask for.
      if (lines.length > 0) onStir()
      return given
    },
  }
}

function toPosted({
  n,
  id,
  kind: { facts },
  url,
  atMs,
  realMs,
  tookMs,
}: Line & {
  id: string | undefined
  tookMs?: number
}): PostedLine {
  return { n, id, facts, url, atMs, machineMs: realMs, ms: tookMs }
}
