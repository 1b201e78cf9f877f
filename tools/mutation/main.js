/**
 * Mutates a sample of the lines of some wings, the same in every run, and counts the mutants that the fast lane's tests kill:
 * `npm run mutation`, or `npm run mutation -- grading` for one wing. Survivors are listed; details are in coverage/mutation-*.json.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { WINDOW_LINES, WINGS } from './wings.js'

const INSTALL = 'tools/mutation'
const core = new URL('node_modules/@stryker-mutator/core/dist/src/index.js', import.meta.url)
if (!existsSync(core)) {
  process.stderr.write(`StrykerJS is not installed: npm ci --prefix ${INSTALL}\n`)
  process.exit(1)
}
const { Stryker } = await import(core.href)

const table = []
for (const wing of process.argv.length > 2 ? process.argv.slice(2) : Object.keys(WINGS)) {
  // For the configuration of Vitest.
  process.env['GMX_SIM_MUTATE'] = wing
  table.push(rowOf(wing, await new Stryker(optionsOf(wing)).runMutationTest()))
}
console.table(table)

/** @param {string} wing */
function optionsOf(wing) {
  return {
    testRunner: 'vitest',
    plugins: [new URL('node_modules/@stryker-mutator/vitest-runner/dist/src/index.js', import.meta.url).href],
    vitest: { configFile: `${INSTALL}/vitest.config.ts`, related: false },
    mutate: windowsOf(wing),
    // Wording is held by snapshots and tables.
    mutator: { excludedMutations: ['StringLiteral'] },
    coverageAnalysis: 'perTest',
    // A mutant of what a module declares as it loads would take a run of all tests.
    ignoreStatic: true,
    concurrency: 2,
    // Generous, so that a busy machine is not taken for an endless loop.
    timeoutMS: 60_000,
    dryRunTimeoutMinutes: 30,
    // TypeScript 7 has no interface for programs, and paths of tsconfig.json are right in a copy as well.
    tsconfigFile: 'none',
    disableTypeChecks: false,
    tempDirName: `coverage/mutation-${wing}`,
    ignorePatterns: ['coverage', 'dist'],
    reporters: ['clear-text', 'json', 'progress-append-only'],
    clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
    jsonReporter: { fileName: `coverage/mutation-${wing}.json` },
  }
}

/**
 * Sampled windows, as patterns of StrykerJS.
 * @param {string} wing
 */
function windowsOf(wing) {
  const { strideLines } = WINGS[/** @type {keyof typeof WINGS} */ (wing)]
  const folder = `src/${wing}`
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  let skip = 0
  return files.sort().flatMap((file) => {
    const lines = readFileSync(`${folder}/${file}`, 'utf8').split('\n').length
    const windows = []
    for (; skip < lines; skip += strideLines)
      windows.push(`${folder}/${file}:${skip + 1}-${skip + WINDOW_LINES}`)
    skip -= lines
    return windows
  })
}

/**
 * @param {string} wing
 * @param {readonly { status: string }[]} mutants
 */
function rowOf(wing, mutants) {
  const count = (/** @type {string} */ status) => mutants.filter((mutant) => mutant.status === status).length
  const killed = count('Killed')
  const timeouts = count('Timeout')
  const survived = count('Survived')
  const uncovered = count('NoCoverage')
  const score = (100 * (killed + timeouts)) / (killed + timeouts + survived + uncovered)
  return { wing, killed, timeouts, survived, uncovered, score: Number(score.toFixed(1)) }
}
