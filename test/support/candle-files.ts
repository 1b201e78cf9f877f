/** Recorded candle files written by tests. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { CandlesWanted, Collected } from '../../src/market/candle-import/collect.js'
import { CandleProblem } from '../../src/market/candle-import/problem.js'
import { readCandleFile } from '../../src/market/candle-import/read-file.js'

export const ETH: CandlesWanted = { name: 'ETH', priceDecimals: 4, periodSeconds: undefined }
export const START = Date.parse('2025-10-10T21:15:00Z') / 1000
export const ROWS = [
  [START, 2500, 2510.5, 2490, 2500.25],
  [START + 60, 2500.25, 2501, 2400, 2450],
  [START + 120, 2450, 2450, 2450, 2450],
] as const
export const HEADER = 'timestamp,open,high,low,close'
export const IN_SECONDS = ROWS.map((row) => row.join(','))

/** A temporary folder, removed after the test file. */
export function candleFolder() {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'gmx-sim-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))
  const pathOf = (name: string) => join(folder, name)
  return {
    pathOf,
    read(content: string | Buffer, wanted = ETH): Promise<Collected> {
      writeFileSync(pathOf('candles'), content)
      return readCandleFile(pathOf('candles'), wanted)
    },
  }
}

/** Returns position and message of the problem. */
export async function problemOf(read: Promise<unknown>): Promise<string> {
  const problem = await read.then(
    () => 'nothing',
    (error: unknown) => error,
  )
  if (!(problem instanceof CandleProblem)) throw new Error(`no problem: ${String(problem)}`)
  return `${problem.line}:${problem.column} ${problem.message}`
}
