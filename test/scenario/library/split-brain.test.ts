import { expect, test } from 'vitest'
import type { WireTicker } from '../../support/ask.js'
import { play } from '../../support/library.js'

interface SignedPrice {
  readonly tokenSymbol: string
  readonly maxBlockNumber: number
  readonly maxBlockHash: string
}

test('split-brain: a client of two bases sees two prices and uses the newer', async () => {
  const { client, bases, pass, counts } = await play('split-brain')
  const askBoth = () =>
    Promise.all(
      ['primary', 'fallback'].map(async (base) => {
        const get = client({ bases: { [base]: bases[base] } })
        const { body } = await get<WireTicker[]>('/prices/tickers')
        return body.find((row) => row.tokenSymbol === 'ETH') as WireTicker
      }),
    )
  pass('25s')
  const [primary, fallback] = await askBoth()
  expect(Number(primary.medianPrice) / Number(fallback.medianPrice)).toBeGreaterThan(1.07)
  expect(primary.updatedAt - fallback.updatedAt).toBe(30)
  pass('30s')
  const [, later] = await askBoth()
  expect(later.updatedAt).toBe(primary.updatedAt)
  expect(later.medianPrice).toBe(primary.medianPrice)
  expect(counts()).toEqual({ 'primary 200': 2, 'fallback 200 half-a-minute-late': 2 })
})

test('split brain: the fallback sees another branch of the chain', async () => {
  const { client, bases, pass } = await play('split-brain')
  const blockAt = async (base: string): Promise<SignedPrice> => {
    const get = client({ bases: { [base]: bases[base] } })
    return (await get<{ signedPrices: SignedPrice[] }>('/signed_prices/latest')).body.signedPrices[0]
  }
  pass('10s')
  const seen = await blockAt('primary')
  pass('30s')
  const late = await blockAt('fallback')
  expect(late.maxBlockNumber).toBe(seen.maxBlockNumber)
  expect(late.maxBlockHash).not.toBe(seen.maxBlockHash)
})
