/** A rehearsal in process serves what a server serves: an origin per base, compressed replies, and faults of compressed bodies. */
import { expect, test } from 'vitest'
import type { RehearsedClient } from '../../src/entrypoints/index.js'
import { rehearse, timelinesOf } from '../support/timelines.js'

const QUICK = { warmUp: '5s', coolDown: '5s' } as const
const cutOff = { truncate: 0.5 }
const drip = { drip: { bytesPerSecond: 500 } }
const incidents = Object.entries({ cutOff, drip }).map(([name, fault]) => ({
  name,
  rules: [{ id: name, match: { endpoint: 'tickers' as const }, when: { until: '60s' as const }, fault }],
}))

interface Row {
  readonly tokenSymbol: string
  readonly medianPrice: string
}

test.each(['gzip', 'br'])(
  'replies are compressed for a client that asks for %s, and prices are read',
  async (encoding) => {
    const seen: (readonly [scenario: string, encoding: string | null, end: string])[] = []
    const client = async ({ baseUrl, fetch, signal, observe }: RehearsedClient) => {
      while (!signal.aborted) {
        const startMs = Date.now()
        const reply = await fetch(`${baseUrl('arbitrum')}/prices/tickers`, {
          headers: { 'accept-encoding': encoding },
        })
        const rows = (await reply.json().catch((error: Error) => error.message)) as string | Row[]
        seen.push([
          String(reply.url),
          reply.headers.get('content-encoding'),
          typeof rows === 'string' ? rows : `${Math.round((Date.now() - startMs) / 1000)} s`,
        ])
        if (typeof rows !== 'string')
          observe({
            symbol: 'ETH',
            price: rows.find(({ tokenSymbol }) => tokenSymbol === 'ETH')?.medianPrice ?? '',
            raw: true,
          })
        await new Promise((resolve) => setTimeout(resolve, 1000))
      }
    }
    const report = await rehearse({ scenarios: incidents, client, ...QUICK })
    expect(new Set(seen.map(([, encoding]) => encoding))).toEqual(new Set([encoding]))
    const ends = seen.map(([, , end]) => end)
    expect(ends).toContain('terminated')
    // 7 kB instead of 27 kB at 500 bytes per second.
    const longestS = Math.max(...ends.map((end) => Number.parseInt(end, 10) || 0))
    expect(longestS).toBeGreaterThan(8)
    expect(longestS).toBeLessThan(20)
    for (const { observations, contents } of timelinesOf(report)) {
      expect(observations.length).toBeGreaterThan(0)
      expect(contents.every(({ prices }) => prices.has('ETH'))).toBe(true)
    }
  },
)
