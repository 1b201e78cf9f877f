/** Notices code of a rehearsal in process that keeps virtual time from passing, and ends the process if it never yields to the event loop. */
import { Worker } from 'node:worker_threads'

/** Indexes of the shared numbers. */
const [BEATS, HAS_BITTEN] = [0, 1]
/** While nothing is watched. */
const AT_REST = -1
export const LIMIT_S = 30

export const STALLED = 'the client keeps the time of its rehearsal from passing'
export const REMEDY =
  'rehearse it as a program, with gmx-sim rehearse: child processes, workers, raw sockets, timers taken before and synchronous waits do not run in process'

const WATCHING = `
const { workerData: { shared } } = require('node:worker_threads')
let seen
let seconds = 0
setInterval(() => {
  const beats = Atomics.load(shared, ${BEATS})
  seconds = beats === seen && beats !== ${AT_REST} ? seconds + 1 : 0
  seen = beats
  if (seconds === ${LIMIT_S}) Atomics.store(shared, ${HAS_BITTEN}, 1)
  // Code that never yields cannot read that.
  if (seconds < ${LIMIT_S + 5}) return
  require('node:fs').writeSync(2, ${JSON.stringify(`gmx-sim: ${STALLED}; ${REMEDY}
`)})
  process.kill(process.pid, 'SIGKILL')
}, 1000)
`

/** A thread that notices if `beat` is not called for `LIMIT_S` seconds of real time, and ends the process if nothing comes of it. */
export function createWatchdog() {
  const shared = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)).fill(AT_REST)
  let worker: Worker | undefined
  return {
    start(): void {
      shared.fill(0)
      // A debugger stops the program for as long as it likes.
      if (process.getBuiltinModule('node:inspector').url() !== undefined) return
      // Options of the process, such as --input-type, would change how it is read.
      worker ??= new Worker(WATCHING, { eval: true, execArgv: [], workerData: { shared } })
      worker.unref()
    },
    beat: () => void Atomics.add(shared, BEATS, 1),
    hasBitten: () => Atomics.load(shared, HAS_BITTEN) === 1,
    rest: () => Atomics.store(shared, BEATS, AT_REST),
  }
}
