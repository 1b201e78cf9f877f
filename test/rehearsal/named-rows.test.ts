/** A fault limited to the rows of some tokens is a fault of these rows only. */
import { describe, expect, test } from 'vitest'
import type { RehearsedClient } from '../../src/entrypoints/testing/rehearse.js'
import { rehearse } from '../support/timelines.js'

interface Row {
  readonly tokenSymbol: string
  readonly minPrice: string
}

/** Acts on whatever the primary answers for a symbol. */
function trusting(symbol: string) {
  return async ({ baseUrl, fetch, observe, signal }: RehearsedClient) => {
    while (!signal.aborted) {
      const response = await fetch(`${baseUrl('avalanche')}/prices/tickers`)
      const row = ((await response.json()) as Row[]).find(({ tokenSymbol }) => tokenSymbol === symbol)
      observe({ symbol, price: row?.minPrice ?? '', raw: true, network: 'avalanche' })
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }
  }
}

const SCENARIOS = {
  'poison: zero, only: BTC': 'refuses-bad-data',
  'poison: "null", only: BTC': 'refuses-bad-data',
  'stale: 90s, only: BTC': 'notices-stale',
}

describe.each(Object.entries(SCENARIOS))('%s', (fault, id) => {
  const scenario = `rules: [{ match: { network: avalanche, base: primary }, when: { until: 40s }, fault: { ${fault} } }]`
  const judged = async (symbol: string) => {
    const options = { scenarios: [scenario], warmUp: '10s', coolDown: '20s' } as const
    const [{ checks }] = (await rehearse({ ...options, client: trusting(symbol) })).scenarios
    return checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map((check) => check.id)
  }

  test('a client of a spared row may act on it, and need not leave the base', async () => {
    expect(await judged('ETH')).toEqual([])
  })

  test('a client of a struck row is judged by it', async () => {
    expect(await judged('BTC')).toContain(id)
  })
})
