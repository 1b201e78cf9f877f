/** Acts and checks of plays.yaml that only one or two scenarios need. */
import { expect } from 'vitest'
import { parseDuration } from '../../../src/kit/text/duration.js'
import type { CatalogueToken } from '../../../src/market/catalogue/types.js'
import { createLocalConnect, type LocalStream } from '../../../src/server/http/local/stream.js'
import { ask, sessionAt, type WireCandles, type WireTicker } from '../../support/ask.js'
import type { createClient } from '../../support/client.js'
import { catalogue, documented } from '../../support/prices.js'
import { counted, type Stage } from './stage.js'

type Get = ReturnType<typeof createClient>
type Tickers = readonly WireTicker[]
const TICKERS = '/prices/tickers'
const { assets } = catalogue
const tokens = documented('arbitrum').tokens.filter(({ priced }) => priced)

/** The flaw of a body, as a client finds it. */
export const CHECKS: Readonly<Record<string, (body: never, stage: Stage) => string | undefined>> = {
  isFresh: ([{ updatedAt }]: Tickers, { simulator }) =>
    simulator.session.nowMs() / 1000 - updatedAt > 5 ? 'too old' : undefined,

  isComplete: ({ length }: Tickers) => (length < tokens.length ? `${length} tokens` : undefined),

  isPlausible: (rows: Tickers, { simulator }) =>
    rows.map((row) => flawOf(row, simulator.session.nowMs())).find((flaw) => flaw !== undefined),

  isInOrder({ candles }: WireCandles) {
    const steps = candles.slice(1).map(([time], n) => candles[n][0] - time)
    if (steps.some((step) => step < 0)) return 'wrong order'
    return steps.some((step) => step !== 60) ? 'a gap' : undefined
  },
}

const STREAM = '/arbitrum-api/v1/stream'
const STREAMS = new WeakMap<Stage, LocalStream>()

function wordOf({ originTs, data }: { originTs: number; data: object }, all: object, nowMs: number): string {
  const [count, total] = [data, all].map((tokens) => Object.keys(tokens).length)
  if (count < total) return `${count} of ${total} tokens`
  return originTs === nowMs ? 'fresh' : `${(nowMs - originTs) / 1000} s old`
}

export const ACTS: Readonly<Record<string, (expected: never, stage: Stage, get: Get) => unknown>> = {
  async prices(expected: Readonly<Record<string, number | [number, number]>>, _, get) {
    const { body } = await get<Tickers>(TICKERS)
    for (const [symbol, price] of Object.entries(expected)) {
      const usd = usdOf(body, symbol)
      if (typeof price === 'number') expect(usd, symbol).toBeCloseTo(price, 9)
      else expect(price[0] < usd && usd < price[1], `${symbol} at ${usd}`).toBe(true)
    }
  },

  /** Per cent from the course without the scenario. */
  async moves(
    expected: Readonly<Record<string, Readonly<Record<string, number>>>>,
    { simulator: { session } },
  ) {
    const calm = await sessionAt(session.nowMs())
    for (const [network, moves] of Object.entries(expected)) {
      const [moved, usual] = await Promise.all(
        [session, calm].map((session) => ask<Tickers>(session, network as 'arbitrum', 'tickers')),
      )
      const percentOf = (symbol: string) =>
        Math.round((usdOf(moved, symbol) / usdOf(usual, symbol) - 1) * 100)
      expect(Object.keys(moves).map((symbol) => [symbol, percentOf(symbol) + 0])).toEqual(
        Object.entries(moves),
      )
    }
  },

  /** What a stream has brought by now: it connects if there is none, and again after it was closed. */
  async stream(expected: string, stage) {
    const { session, url } = stage.simulator
    await session.settled()
    const open = STREAMS.get(stage)
    const stream = open ?? ((await createLocalConnect(stage.simulator, session, url)(STREAM)) as LocalStream)
    STREAMS.set(stage, stream)
    if (open === undefined) {
      stream.send('{"op":"subscribe","channels":["prices"]}')
      expect([await stream.next(), JSON.parse(`${await stream.next()}`).type]).toContain(expected)
      return
    }
    const all = await (await fetch(`${url}/arbitrum-api/v1/prices/tickers`)).json()
    const frames = stream.take().map((text) => wordOf(JSON.parse(text), all as object, session.nowMs()))
    const end = await Promise.race([stream.closed, 'open'])
    if (typeof end !== 'string') STREAMS.delete(stage)
    const words = [...frames, ...(typeof end === 'string' ? [] : [`closed ${end.code}`])]
    expect(words.length === 0 ? 'nothing' : counted(words)).toBe(expected)
  },

  async lowOf({ symbol, minutes, between }: { symbol: string; minutes: number; between: number[] }, _, get) {
    const url = `/prices/candles?tokenSymbol=${symbol}&period=1m&limit=${minutes}`
    const low = Math.min(...(await get<WireCandles>(url)).body.candles.map(([, , , low]) => low))
    expect(between[0] < low && low < between[1], `low at ${low}`).toBe(true)
  },

  async ageOf(expected: Readonly<Record<string, string>>, { bases, simulator }) {
    for (const [base, age] of Object.entries(expected)) {
      const [{ updatedAt }] = (await (await fetch(`${bases[base]}${TICKERS}`)).json()) as Tickers
      expect(simulator.session.nowMs() - updatedAt * 1000, base).toBe(parseDuration(age))
    }
  },

  async fallbackHasOtherBlocks(late: string, { client, bases, pass }) {
    const blockAt = async (base: string) => {
      const get = client({ bases: { [base]: bases[base] } })
      const { body } = await get<{ signedPrices: Record<string, unknown>[] }>('/signed_prices/latest')
      return body.signedPrices[0]
    }
    const seen = await blockAt('primary')
    pass(parseDuration(late))
    const other = await blockAt('fallback')
    expect(other['maxBlockNumber']).toBe(seen['maxBlockNumber'])
    expect(other['maxBlockHash']).not.toBe(seen['maxBlockHash'])
  },

  /** At how many requests or more `least` ms passed, by the journal. */
  tookMs({ least, times }: { least: number; times: number }, { simulator }) {
    const slow = simulator.session.journal.entries().filter(({ ms }) => (ms ?? 0) >= least)
    expect(slow.length).toBeGreaterThanOrEqual(times)
  },

  pingsAtOnce: (count: number, { bases }) =>
    Promise.all(Array.from({ length: count }, () => fetch(`${bases['primary']}/ping`))),

  isNow: (after: string, { simulator, startMs }) =>
    expect(simulator.session.nowMs() - startMs).toBe(parseDuration(after)),

  async often(
    { requests, gap, statuses }: { requests: number; gap: string; statuses: string },
    { bases, pass },
  ) {
    const seen: number[] = []
    for (let n = 0; n < requests; n++) {
      seen.push((await fetch(`${bases['primary']}/ping`)).status)
      pass(parseDuration(gap))
    }
    expect(counted(seen)).toBe(statuses)
    expect(seen).toEqual(seen.toSorted())
  },
}

const tokenOf = (symbol: string) => tokens.find((token) => token.symbol === symbol) as CatalogueToken

function usdOf(rows: Tickers, symbol: string, side: 'medianPrice' | 'minPrice' = 'medianPrice'): number {
  const row = rows.find(({ tokenSymbol }) => tokenSymbol === symbol)
  return Number(row?.[side]) / 10 ** (30 - tokenOf(symbol).decimals)
}

/** Plausibility check that a client can make without the true price: near its usual level. */
function flawOf(row: WireTicker, nowMs: number): string | undefined {
  const { minPrice, maxPrice, tokenSymbol, updatedAt } = row
  if (![minPrice, maxPrice].every((price) => /^-?\d+$/.test(price))) return 'no price'
  const [min, max] = [minPrice, maxPrice].map(Number)
  if (min <= 0) return 'not above zero'
  if (min > max) return 'min above max'
  const usual = assets.get(tokenOf(tokenSymbol).asset)?.priceUsd ?? Number.NaN
  if (usdOf([row], tokenSymbol, 'minPrice') > 10 * usual) return 'a jump'
  return updatedAt * 1000 > nowMs + 60_000 ? 'of tomorrow' : undefined
}
