/** Parses a scenario's prices. Files are read last, once everything else is valid. */
import { isAbsolute, join } from 'node:path'
import { lazyModule } from '../../kit/lazy.js'
import { parseDuration } from '../../kit/text/duration.js'
import { type CandlesWanted, readCandleRows } from '../../market/candle-import/collect.js'
import { CandleProblem } from '../../market/candle-import/problem.js'
import { limitProblem } from '../../market/candle-import/runs.js'
import type { Asset, Catalogue } from '../../market/catalogue/types.js'
import { assetNamed, quantaOf } from '../events.js'
import {
  type CandleMove,
  EDGES,
  type GivenInput,
  type GivenPrices,
  moveProblem,
  type ScenarioPrices,
} from '../prices.js'
import { assetWords, noneCalled } from './hints.js'
import { type Problem, type ProblemAt, ScenarioError } from './problems.js'

const loadCandleImport = lazyModule(() => import('../../market/candle-import/read-file.js'))

interface CandleFile {
  readonly kind: 'file'
  readonly path: string
  /** Place of the asset in the scenario. */
  readonly at: readonly PropertyKey[]
  readonly wanted: CandlesWanted
  readonly moved: CandleMove | undefined
}

export type UnreadPrices = ReadonlyMap<string, GivenPrices | CandleFile>

type Complain = (path: readonly PropertyKey[], message: string) => void

const NO_FILES = 'files are not available here: write the candles inline, as rows'

export function checkPrices(
  written: Readonly<Record<string, GivenInput>>,
  catalogue: Catalogue,
  mayRead: boolean,
  complain: Complain,
): UnreadPrices {
  const checked = new Map<string, GivenPrices | CandleFile>()
  const words = new Map<string, string>()
  for (const [word, given] of Object.entries(written)) {
    const path = ['prices', word]
    const asset = assetNamed(word, catalogue)
    if (asset === undefined) {
      complain(path, noneCalled('asset', word, assetWords(catalogue)))
      continue
    }
    const other = words.get(asset.name)
    if (other !== undefined) complain(path, `${other} and ${word} share one price: write it once`)
    words.set(asset.name, word)
    const prices = checkOne(given, asset, path, mayRead, complain)
    if (prices !== undefined) checked.set(asset.name, prices)
  }
  checkRoom([...checked.values()], complain)
  return checked
}

/** Checks the total size of inline prices, as short texts can hold many. */
function checkRoom(all: readonly (GivenPrices | CandleFile)[], complain: Complain): void {
  const collected = all.flatMap((given) => (given.kind === 'candles' ? given.collected : []))
  const rows = collected.reduce((sum, { rows }) => sum + rows, 0)
  const problem = limitProblem(
    collected.map(({ candles }) => candles),
    rows,
  )
  if (problem !== undefined) complain(['prices'], problem)
}

function checkOne(
  { points, between = 'bridge', candles, rows = [], period, ...edges }: GivenInput,
  asset: Asset,
  path: readonly PropertyKey[],
  mayRead: boolean,
  complain: Complain,
): GivenPrices | CandleFile | undefined {
  if (points !== undefined) return checkPoints(points, between, asset, [...path, 'points'], complain)
  const { name, priceDecimals } = asset
  const wanted = { name, priceDecimals, periodSeconds: period === undefined ? undefined : period / 1000 }
  const edge = EDGES.find((edge) => edges[edge] !== undefined)
  const moved = edge && { edge, to: edges[edge] ?? '' }
  if (candles !== undefined) {
    if (!mayRead) complain([...path, 'candles'], NO_FILES)
    return { kind: 'file', path: candles, at: path, wanted, moved }
  }
  try {
    const collected = readCandleRows(rows, wanted)
    const problem = moved && moveProblem(collected, moved)
    if (problem !== undefined) complain([...path, edge ?? ''], problem)
    return { kind: 'candles', priceDecimals, source: 'rows', collected, moved }
  } catch (error) {
    if (!(error instanceof CandleProblem)) throw error
    complain([...path, 'rows', error.line - 1, error.column - 1], error.message)
    return undefined
  }
}

function checkPoints(
  written: Readonly<Record<string, string>>,
  between: (GivenPrices & { kind: 'points' })['between'],
  asset: Asset,
  path: readonly PropertyKey[],
  complain: Complain,
): GivenPrices {
  const points = Object.entries(written).map(([text, usd]) => {
    const quanta = quantaOf(usd, asset)
    if (typeof quanta === 'string') complain([...path, text], quanta)
    return { atMs: parseDuration(text), quanta: Number(quanta), usd }
  })
  const inOrder = points.toSorted((a, b) => a.atMs - b.atMs)
  inOrder.forEach(({ atMs }, n) => {
    if (n > 0 && inOrder[n - 1]!.atMs === atMs) complain(path, `${atMs / 1000} s is repeated`)
  })
  return { kind: 'points', priceDecimals: asset.priceDecimals, between, points: inOrder }
}

/** Reads candle files, relative to `folder`; throws a ScenarioError with the first problem of each, or of its place in the scenario. */
export async function readCandleFiles(
  prices: UnreadPrices,
  folder: string,
  source: string,
  problemAt: ProblemAt,
): Promise<ScenarioPrices> {
  const read = new Map<string, GivenPrices>()
  const problems: Problem[] = []
  for (const [asset, given] of prices) {
    if (given.kind !== 'file') {
      read.set(asset, given)
      continue
    }
    const file = isAbsolute(given.path) ? given.path : join(folder, given.path)
    try {
      const { readCandleFile } = await loadCandleImport()
      const collected = await readCandleFile(file, given.wanted)
      const { wanted, path, at, moved } = given
      const { priceDecimals } = wanted
      const problem = moved && moveProblem(collected, moved)
      if (problem !== undefined) problems.push(problemAt([...at, moved?.edge ?? ''], problem, false))
      read.set(asset, { kind: 'candles', priceDecimals, source: path, file, collected, moved })
    } catch (error) {
      if (!(error instanceof CandleProblem)) throw error
      problems.push({ file, line: error.line, column: error.column, message: error.message })
    }
  }
  if (problems.length > 0) throw new ScenarioError(source, problems)
  return read
}
