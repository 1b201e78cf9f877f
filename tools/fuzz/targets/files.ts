/** Files and other programs: catalogues, candle files, sources of `compare` and `verify`, output of rehearsed programs. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { compare } from '../../../src/compare/compare.js'
import { overlayFor } from '../../../src/compare/custom-catalogue.js'
import { listsIn } from '../../../src/compare/lists.js'
import { DIFFERENCE_FORMATS, reportOf } from '../../../src/compare/report.js'
import { UserError } from '../../../src/kit/errors.js'
import { CandleProblem } from '../../../src/market/candle-import/problem.js'
import { readCandleFile } from '../../../src/market/candle-import/read-file.js'
import { loadCatalogue } from '../../../src/market/catalogue/load.js'
import { createLineSplitter, MAX_LINE_LENGTH, printedPrices } from '../../../src/rehearsal/program.js'
import { loadOverlays } from '../../../src/scenario/custom-catalogue/load.js'
import { observedOf } from '../../../test/compare/support.js'
import { HEADER, IN_SECONDS } from '../../../test/support/candle-files.js'
import { defineTarget, hold } from '../target.js'
import { anyOddText, changedText } from '../words.js'

const CATALOGUE = readFileSync(
  new URL('../../../fixtures/catalogues/own-network.yaml', import.meta.url),
  'utf8',
)

export const catalogues = defineTarget<string>({
  name: 'catalogues',
  inputs: changedText([CATALOGUE, 'arbitrum: { tokens: [{ symbol: NEW, decimals: 18, price: 3 }] }\n']),
  async attack(text) {
    // A text without a line break is a path.
    await loadOverlays([`${text}\n`]).catch((error: unknown) =>
      hold(error instanceof UserError, 'a wrong catalogue is a usage error', String((error as Error).stack)),
    )
  },
})

const file = join(mkdtempSync(join(tmpdir(), 'gmx-sim-fuzz-')), 'candles')

export const candleFiles = defineTarget<string>({
  name: 'candle-files',
  inputs: changedText([
    [HEADER, ...IN_SECONDS].join('\n'),
    JSON.stringify({ candles: IN_SECONDS.map((row) => row.split(',').map(Number)) }),
  ]),
  async attack(text) {
    writeFileSync(file, text)
    await readCandleFile(file, { name: 'ETH', priceDecimals: 12, periodSeconds: undefined }).catch((error) =>
      hold(error instanceof CandleProblem, 'a wrong file has a place', String(error.stack)),
    )
  },
})

const catalogue = loadCatalogue()
const observed = await observedOf({ network: 'botanix' })
const ids = Object.keys(observed.answers)

export const comparedSources = defineTarget<{ id: string; body: string }>({
  name: 'compared-sources',
  inputs: fc
    .constantFrom(...ids)
    .chain((id) => fc.record({ id: fc.constant(id), body: changedText([observed.answers[id]?.body ?? '']) })),
  async attack({ id, body }) {
    const answers = {
      ...observed.answers,
      [id]: { ...observed.answers[id], body },
    } as typeof observed.answers
    const comparison = await compare({ ...observed, answers }, 'botanix', catalogue)
    overlayFor(listsIn(answers), catalogue.networks['botanix'], new Set(catalogue.assets.keys()))
    for (const format of DIFFERENCE_FORMATS)
      hold(
        !/[\p{Cc}\p{Cf}]/u.test(reportOf(comparison, format).replaceAll('\n', '')),
        'no text steers a terminal',
      )
  },
})

export const programOutput = defineTarget<string[]>({
  name: 'program-output',
  inputs: fc.array(fc.oneof(anyOddText, fc.constantFrom('\n', '\r\n', 'x'.repeat(20_000), 'ETH at 20')), {
    maxLength: 20,
  }),
  attack(chunks) {
    const splitter = createLineSplitter()
    const lines = [...chunks.flatMap((chunk) => splitter.add(Buffer.from(chunk))), ...splitter.finish()]
    hold(
      lines.every((line) => line.length <= MAX_LINE_LENGTH && !line.includes('\n')),
      'lines are bounded',
      lines,
    )
    hold(!lines.some((line) => /[^\P{Cc}\t]|\p{Cf}/u.test(line)), 'lines have no control characters', lines)
    for (const { symbol } of printedPrices(/(?<symbol>[A-Z]+) at (?<price>\d+)/, lines))
      hold(/^[A-Z]+$/.test(symbol), 'a price has a symbol', symbol)
  },
})
