/** gmx-sim as anyone starts it: journal, counters, headers and control API on. Time stands still, so that bytes can be compared. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FAULTY_ONE_IN, IDLE_RULES, times } from './contender.js'

/** @typedef {import('./contender.js').Place} Place */

const ROOT = new URL('../../../../', import.meta.url)
const { version } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'))

export const CLI = fileURLToPath(new URL('dist/cli/main.js', ROOT))
export const AT = '2026-03-01T12:34:56Z'
export const PATHS = {
  tickers: '/arbitrum/prices/tickers',
  signed: '/avalanche/signed_prices/latest',
  small: '/avalanche/prices/tickers',
}

const STILL = ['--clock', 'frozen']
/** Each request finds another second, and nothing to be had from a cache window. */
const RACING = ['--clock', '1000x', '--cache', 'off']

const match = { endpoint: 'tickers' }

/** @type {import('./contender.js').Contender} */
export const gmxSim = {
  name: `gmx-sim ${version}`,
  role: 'ours',
  setUps: {
    plain: (place) => serve(place, STILL),
    rules: (place) =>
      withRules(
        place,
        times(IDLE_RULES, (i) => ({ id: `idle-${i}`, match, when: { after: '1d' }, fault: { status: 500 } })),
      ),
    faults: (place) =>
      withRules(place, [{ match, when: { chance: 1 / FAULTY_ONE_IN }, fault: { status: 500 } }]),
    anew: (place) => serve(place, RACING),
    held: (place) => withRules(place, [{ match, fault: { delay: `${place.delayMs}ms` } }]),
  },
  cannot: {},
}

/** @param {Place} place @param {readonly unknown[]} rules */
function withRules(place, rules) {
  const file = join(place.folder, 'scenario.json')
  writeFileSync(file, JSON.stringify({ name: 'bench', rules }))
  return serve(place, [...STILL, '--scenario', file])
}

/** @param {Place} place @param {readonly string[]} options */
function serve({ port }, options) {
  const args = [CLI, 'serve', '--port', String(port), '--at', AT, '--quiet', ...options]
  return { command: process.execPath, args, paths: PATHS }
}
