/** Collects what the workers have taken down into the journals, in the order in which it came to them. */
import { later } from '../clock/later.js'
import { machineMs } from '../clock/machine.js'
import type { Line } from '../journal/entry.js'
import type { Journal } from '../journal/journal.js'
import type { Elsewhere, Sessions } from '../session/sessions.js'
import type { Channel } from './channel.js'
import type { Collected, PostedLine, ToWorker } from './messages.js'

export interface Ledger {
  /** Resolves when every request that was taken down before this call is in its journal. */
  collect(): Promise<void>
  /** To be called when a session has ended: nobody reads its journal any more. */
  forget(journal: Journal): void
  /** To be called when a worker has something to collect: that is done soon. */
  stir(): void
  elsewhere(): Elsewhere
}

/** Replies that never leave are never finished; so many are remembered, as the journal remembers no more. */
const MOST_UNFINISHED = 10_000
/** So many requests are handed over at once as come in this time; whoever waits for one hears of it so much later. */
const REST_MS = 5

export function createLedger(
  sessions: () => Pick<Sessions, 'root' | 'find' | 'tally'>,
  workers: readonly Channel<ToWorker>[],
): Ledger {
  const unfinished = new Map<string, { journal: Journal; line: Line }>()
  let figures: Elsewhere = { held: 0, residentBytes: [] }
  let running = Promise.resolve()
  /** The round that has not begun: whoever asks for one may share it. */
  let next: Promise<void> | undefined
  let isStirred = false

  const takeDown = (worker: number, { n, id, facts, url, atMs, ms }: PostedLine): void => {
    const { root, find, tally } = sessions()
    const session = id === undefined ? root : find(id)
    if (session === undefined) {
      // It has ended; what Prometheus counts stays.
      tally.cellOf(facts).count++
      if (ms !== undefined) tally.observe(facts.endpoint, ms)
      return
    }
    const { journal } = session
    const line = journal.add(journal.kindOf(facts), url, atMs)
    if (ms !== undefined) {
      journal.finish(line, ms)
      return
    }
    unfinished.set(`${worker} ${n}`, { journal, line })
    if (unfinished.size > MOST_UNFINISHED) unfinished.delete(unfinished.keys().next().value as string)
  }
  const finish = (worker: number, n: number, ms: number): void => {
    const known = unfinished.get(`${worker} ${n}`)
    known?.journal.finish(known.line, ms)
    unfinished.delete(`${worker} ${n}`)
  }
  const round = async (): Promise<void> => {
    const untilMachineMs = machineMs()
    const handedOver = await Promise.all(
      workers.map((worker) => worker.ask<Collected>({ say: 'collect', untilMachineMs })),
    )
    const lines = handedOver.flatMap(({ lines }, worker) => lines.map((line) => ({ worker, line })))
    lines.sort((a, b) => a.line.machineMs - b.line.machineMs)
    for (const { worker, line } of lines) takeDown(worker, line)
    for (const [worker, { finished }] of handedOver.entries())
      for (const { n, ms } of finished) finish(worker, n, ms)
    figures = {
      held: handedOver.reduce((sum, { held }) => sum + held, 0),
      residentBytes: handedOver.map(({ residentBytes }) => residentBytes),
    }
  }
  /** One after the other: no round may take what an earlier one has still to put in order. */
  const collect = (): Promise<void> => {
    next ??= running.then(() => {
      next = undefined
      return round()
    })
    running = next
    return next
  }
  return {
    collect,
    forget(journal) {
      for (const [key, known] of unfinished) if (known.journal === journal) unfinished.delete(key)
    },
    stir() {
      if (isStirred) return
      isStirred = true
      later(REST_MS, () => {
        isStirred = false
        void collect()
      })
    },
    elsewhere: () => figures,
  }
}
