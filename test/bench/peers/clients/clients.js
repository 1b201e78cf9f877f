/** Two load clients of different make: what one cannot tell, or gets wrong, the other may show. */
import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { versionOf } from '../contenders/packages.js'
import { BenchError } from '../host/errors.js'

/**
 * @typedef {object} Load
 * @property {string} url
 * @property {number} connections Each asks again as soon as it has been answered.
 * @property {number} seconds
 * @property {boolean} [anotherUrl] Whether each request has a URL that was never asked before.
 *
 * @typedef {object} Seen
 * @property {number} answers
 * @property {number} refused Those with a status other than 2xx.
 * @property {number} lost Connections that broke, and requests that nobody answered.
 * @property {number} seconds
 * @property {number} p99Ms
 *
 * @typedef {object} Client
 * @property {string} name With its version.
 * @property {(load: Load) => Promise<Seen>} run
 */

const REPORT = fileURLToPath(new URL('report.lua', import.meta.url))
const AUTOCANNON = fileURLToPath(new URL('autocannon-load.js', import.meta.url))
/** Numbers of a run follow those of the runs before. */
const SERIALS_PER_RUN = 10_000_000
let serialRuns = 0

const run = promisify(execFile)

/** @type {Client} */
export const autocannon = {
  name: `autocannon ${versionOf('autocannon')}`,
  run: ({ url, connections, seconds, anotherUrl }) =>
    runAutocannon({ url, connections, duration: seconds, ...(anotherUrl && { serial: nextSerial() }) }),
}

/** So many requests, however long they take. @param {string} url @param {number} connections @param {number} amount */
export const askSoOften = (url, connections, amount) => runAutocannon({ url, connections, amount })

/** Undefined where it is not installed. @returns {Client | undefined} */
export function findWrk() {
  const { status, stdout, error } = spawnSync('wrk', ['-v'], { encoding: 'utf8' })
  if (error !== undefined || status === null) return undefined
  const [, version = ''] = /^wrk \D*([\d.]+)/.exec(stdout) ?? []
  return { name: `wrk ${version}`, run: runWrk }
}

/** @param {Load} load */
function runWrk({ url, connections, seconds, anotherUrl }) {
  const how = ['--threads', '1', '--connections', String(connections), '--duration', `${seconds}s`]
  const more = anotherUrl ? ['--', String(nextSerial())] : []
  return lastLineOf('wrk', [...how, '--timeout', '10s', '--latency', '--script', REPORT, url, ...more])
}

/** @param {object} options */
function runAutocannon(options) {
  return lastLineOf(process.execPath, [AUTOCANNON, JSON.stringify(options)])
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Promise<Seen>}
 */
async function lastLineOf(command, args) {
  const { stdout, stderr } = await run(command, args)
  try {
    return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')
  } catch {
    throw new BenchError(
      `${command} did not report`,
      (stderr || stdout).slice(0, 300),
      'run it by hand to see why',
    )
  }
}

const nextSerial = () => SERIALS_PER_RUN * ++serialRuns
