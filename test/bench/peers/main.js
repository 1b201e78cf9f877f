/**
 * `npm run bench:peers`: gmx-sim beside the mock servers that people use instead, serving the same bytes, on this machine and
 * in one run. `docs/benchmarks.md` says how, and how to read it.
 *
 *   arguments ─▶ install ─▶ bodies ─▶ topics/* (contenders/* by turns, asked by clients/*) ─▶ report, exit code
 *
 * Exit codes: 0 every peer is behind in every column that it has, 5 one is ahead, 2 wrong usage, 1 anything else.
 */

import { BenchError } from './host/errors.js'
import { removeFolders } from './host/folders.js'
import { killAll } from './host/processes.js'
import { install } from './install.js'

const KNOWN = ['--quick']
/** A run takes less than half of it. */
const MAX_MINUTES = 40

process.on('exit', () => {
  killAll()
  removeFolders()
})
for (const [name, code] of /** @type {const} */ ([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
]))
  process.once(name, () => process.exit(code))

const typed = process.argv.slice(2)
const unknown = typed.find((argument) => !KNOWN.includes(argument))
if (unknown !== undefined) end(`bench:peers: ${unknown} is not known; write ${KNOWN.join(' ')} or nothing`, 2)

setTimeout(
  () => end(`bench:peers: not done in ${MAX_MINUTES} minutes; run it on a machine that is less busy`, 1),
  MAX_MINUTES * 60_000,
).unref()

try {
  install()
  // Only now are there packages whose versions can be read.
  const { compare } = await import('./compare.js')
  process.exitCode = await compare({ isQuick: typed.includes('--quick') })
} catch (error) {
  if (error instanceof BenchError) end(`bench:peers: ${error.message}`, 1)
  throw error
}

/** @param {string} sentence @param {number} code @returns {never} */
function end(sentence, code) {
  process.stderr.write(`${sentence}\n`)
  process.exit(code)
}
