/** The package in tests: importing it, starting a simulator in process. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { median } from './rounds.js'
import { atMost } from './table.js'

const ENTRY = new URL('../dist/entry/index.js', import.meta.url).href
const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Each in a fresh process, with nothing loaded or compiled. */
const IMPORTS = 15
const STARTS = 31

const run = promisify(execFile)

export async function measureKit() {
  const imports = []
  for (let i = 0; i < IMPORTS; i++)
    imports.push(
      await numbersOf(`const start = performance.now()
        await import('${ENTRY}')
        print([performance.now() - start])`),
    )
  const starts = await numbersOf(`const times = []
    for (let i = 0; i < ${STARTS}; i++) {
      const start = performance.now()
      const sim = await startSimulator()
      times.push(performance.now() - start)
      await sim.stop()
    }
    print(times.slice(1))`)
  return [
    row('import of the package', imports.flat(), 80),
    row('startSimulator() after the first', starts, 15),
  ]
}

/**
 * @param {string} name
 * @param {readonly number[]} times
 * @param {number} most
 */
function row(name, times, most) {
  return atMost(name, { value: median(times), least: Math.min(...times), unit: 'ms' }, { most })
}

/**
 * Runs a program and parses the numbers it prints; imports `startSimulator` for those that use it.
 * @param {string} program
 * @returns {Promise<number[]>}
 */
async function numbersOf(program) {
  const head = program.includes('startSimulator') ? `import { startSimulator } from '${ENTRY}'\n` : ''
  const help = 'const print = (numbers) => console.log(JSON.stringify(numbers))\n'
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', head + help + program], {
    cwd: ROOT,
  })
  return JSON.parse(stdout)
}
