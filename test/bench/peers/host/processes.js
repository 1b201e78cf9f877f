/**
 * Servers as processes. Each leads a process group of its own, so that nothing that it started outlives it; all that are
 * left die with the benchmark, however it ends.
 */
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { BenchError } from './errors.js'
import { statusOf } from './get.js'

/**
 * @typedef {object} Launch
 * @property {string} command
 * @property {readonly string[]} args
 *
 * @typedef {object} ServerProcess
 * @property {number} pid
 * @property {(url: string) => Promise<void>} answered When it has answered 200 for the first time.
 * @property {() => Promise<string>} stop Asks it to end, and says how it did: `exit 0`, `SIGTERM`, `killed`.
 */

const MAX_START_MS = 30_000
const MAX_STOP_MS = 5000
/** Between two questions whether a server is there yet: short beside what is measured, and no load. */
const POLL_MS = 2
const MAX_OUTPUT = 1000

/** @type {Set<number>} */
const groups = new Set()

/** Ends whatever is still running, at once. */
export function killAll() {
  for (const pid of groups) signal(-pid, 'SIGKILL')
  groups.clear()
}

/**
 * @param {string} name For whom it may concern, if it fails.
 * @param {Launch} launch
 * @param {string} folder It runs in.
 * @returns {ServerProcess}
 */
export function start(name, { command, args }, folder) {
  const child = spawn(command, args, { cwd: folder, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const pid = child.pid ?? 0
  if (pid > 0) groups.add(pid)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output = (output + chunk).slice(-MAX_OUTPUT)
    })
  /** @type {string | undefined} */
  let ending
  /** @type {Promise<string>} */
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signalName) => resolve(signalName ?? `exit ${code}`))
  }).then((how) => {
    ending = /** @type {string} */ (how)
    return ending
  })
  return {
    pid,
    async answered(url) {
      const untilMs = performance.now() + MAX_START_MS
      while (ending === undefined && performance.now() < untilMs) {
        if ((await statusOf(url)) === 200) return
        await sleep(POLL_MS)
      }
      const seen = ending ?? `no 200 from ${url} in ${MAX_START_MS / 1000} s`
      const todo = `run ${command} ${args.join(' ')} by hand to see why`
      throw new BenchError(`${name} did not start`, `${seen} ${output.trim()}`.trim(), todo)
    },
    async stop() {
      signal(pid, 'SIGTERM')
      const how = await Promise.race([ended, sleep(MAX_STOP_MS, 'killed', { ref: false })])
      signal(-pid, 'SIGKILL')
      await ended
      groups.delete(pid)
      return how
    },
  }
}

/** @param {number} pid @param {NodeJS.Signals} name */
function signal(pid, name) {
  try {
    if (pid !== 0) process.kill(pid, name)
  } catch {
    // It is gone already, which is what was wanted.
  }
}
