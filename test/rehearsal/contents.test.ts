/** Which prices a reply tells, for whoever says that it acted on one. */
import { expect, test } from 'vitest'
import { createContentReader } from '../../src/rehearsal/contents.js'
import { ask, sessionAt, type WireCandles, type WireTicker } from '../support/ask.js'
import { catalogue } from '../support/prices.js'

const AT = Date.parse('2026-03-01T12:00:00Z')

async function contentOf(endpoint: string, search = '') {
  const session = await sessionAt(AT)
  const body = await ask<unknown>(session, 'arbitrum', endpoint, search)
  const reply = { status: 200, body: Buffer.from(JSON.stringify(body)), asOfMs: AT }
  const reader = createContentReader(catalogue, () => AT)
  return {
    body,
    content: reader.read(
      reply,
      { network: 'arbitrum', endpoint, search, dialect: 'observed' },
      { met: 'good', flaw: null },
      AT,
    ),
  }
}

test('tickers, 24h and running candles of a second tell the same price', async () => {
  const tickers = await contentOf('tickers')
  const row = (tickers.body as WireTicker[]).find(({ tokenSymbol }) => tokenSymbol === 'ETH')
  const usd = Number(row?.medianPrice) / 1e12
  expect(tickers.content?.prices.get('ETH')).toContain(usd)
  const day = await contentOf('prices-24h')
  expect(day.content?.prices.get('ETH')).toEqual([usd])
  const candles = await contentOf('candles', 'tokenSymbol=ETH&period=1m&limit=1')
  expect((candles.body as WireCandles).candles[0][4]).toBe(usd)
  expect(candles.content?.prices.get('ETH')).toContain(usd)
})

test.each(['apy', 'performance-annualized', 'glvs-info', 'markets', 'ping'])(
  '%s tells none',
  async (endpoint) => {
    expect((await contentOf(endpoint)).content).toBeNull()
  },
)
