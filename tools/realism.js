/**
 * Sweeps fresh seeds and prints minimum, mean and maximum of each figure with its bound: `npm run realism -- --seeds 60`.
 * In parts: `--from 20 --seeds 10`, or another `--name`; a seed takes about 8 s.
 */
import { parseArgs } from 'node:util'
import { importBundled } from './import-bundled.js'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '4' },
    from: { type: 'string', default: '0' },
    name: { type: 'string', default: 'fresh' },
  },
})
/** @type {typeof import('./realism/index.js')} */
const { BOUNDS, measureSeed, measureStress, Pool, pooledFigures, STRESS_BOUNDS } =
  await importBundled('tools/realism/index.ts')

const figures = new Map()
const pool = new Pool()
/** @type {import('./realism/sample.js').Note} */
const note = (figure, value) => figures.set(figure, [...(figures.get(figure) ?? []), value])
const first = Number(values.from)
const count = Number(values.seeds)
for (let n = first; n < first + count; n++) {
  measureSeed(`${values.name} ${n}`, figures, pool)
  measureStress(`${values.name} ${n}`, note)
  if (process.stderr.isTTY) process.stderr.write(`\r${n - first + 1} of ${count} seeds`)
}
for (const [figure, one] of pooledFigures(pool)) figures.set(figure, one)

console.log(`${count} seeds, from "${values.name} ${first}"\n`)
console.log('| figure | least | mean | most | bound | of | outside |')
console.log('|---|---|---|---|---|---|---|')
for (const { figure, least, most, of } of [...BOUNDS, ...STRESS_BOUNDS]) {
  /** @type {number[]} */
  const seen = figures.get(figure) ?? []
  const mean = seen.reduce((sum, value) => sum + value, 0) / seen.length
  const outside = seen.filter((value) => value < least || value > most).length
  const isMet = of === 'each' ? outside === 0 : mean >= least && mean <= most
  const shown = [Math.min(...seen), mean, Math.max(...seen)].map((value) => value.toFixed(3))
  const mark = isMet ? '' : ' !'
  console.log(
    `| ${figure} | ${shown.join(' | ')} | ${least} to ${most} | ${of} | ${outside} of ${seen.length}${mark} |`,
  )
}
