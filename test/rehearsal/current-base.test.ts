/** A rule for the current base strikes the one that the client uses, and the timeline of the rehearsal says which. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { RehearsedClient } from '../../src/entrypoints/index.js'
import { NETWORKS } from '../../src/market/catalogue/networks.js'
import { rehearse, timelinesOf } from '../support/timelines.js'

const DOWN = {
  rules: [{ id: 'down', match: { base: 'current' }, when: { until: '20s' }, fault: { close: true } }],
} as const

/** Prefers the first fallback of Arbitrum. */
async function client({ baseUrl, fetch, signal }: RehearsedClient): Promise<void> {
  while (!signal.aborted) {
    for (const base of ['fallback', 'primary']) {
      const reply = await fetch(`${baseUrl('arbitrum', base)}/prices/tickers`).catch(() => undefined)
      if (reply?.ok) break
    }
    await sleep(1000)
  }
}

test('base: current is the base that the client uses, whichever that is', async () => {
  const report = await rehearse({ scenarios: [DOWN], client, warmUp: '5s', coolDown: '15s' })
  const [{ rules, requests }] = timelinesOf(report)
  const what = expect.stringMatching(
    /: every request to the current base of each network \(arbitrum fallback; /,
  )
  expect(rules).toMatchObject([
    { id: 'down', networks: ['arbitrum'], bases: ['fallback'], what },
    { id: 'down', networks: NETWORKS.filter((name) => name !== 'arbitrum'), bases: ['primary'], what },
  ])
  const failed = requests.filter(({ fate }) => fate.met === 'broken')
  expect(new Set(failed.map(({ asked }) => asked.base))).toEqual(new Set(['fallback']))
})
