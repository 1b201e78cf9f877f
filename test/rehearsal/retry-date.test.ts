/** Retry-After as a date: the wait ends at that moment, however long the reply took. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type RehearsedClient, rehearse } from '../../src/entrypoints/index.js'

const LIMITED = {
  name: 'limited',
  rules: [
    {
      id: 'limited',
      match: { base: 'primary' },
      when: { until: '20s' },
      fault: { status: 429, delay: '700ms', retryAfter: { date: '4s' } },
    },
  ],
} as const

/** Asks the primary again as early as it may, or a second earlier. */
const resuming =
  (earlierMs: number) =>
  async ({ baseUrl, fetch, signal }: RehearsedClient): Promise<void> => {
    while (!signal.aborted) {
      const reply = await fetch(`${baseUrl('arbitrum')}/prices/tickers`)
      await reply.arrayBuffer()
      const date = reply.headers.get('retry-after')
      await sleep(date === null ? 1000 : Date.parse(date) - Date.now() - earlierMs)
    }
  }

test.each([
  ['at the date', 0, 'pass'],
  ['a second before it', 1000, 'fail'],
])('asking again %s: %s', async (_when, earlierMs, verdict) => {
  const { scenarios } = await rehearse({
    scenarios: [LIMITED],
    client: resuming(earlierMs),
    warmUp: '5s',
    coolDown: '5s',
  })
  expect(scenarios[0].checks.find(({ id }) => id === 'retry-after')).toMatchObject({ verdict })
})
