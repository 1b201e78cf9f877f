import { expect, test } from 'vitest'
import { play } from '../../support/library.js'

test('tickers on 2026-08-21: bursts of 500 around 14:21, 14:27 and 14:46 at every address, and nothing between them', async () => {
  const { bases, pass, counts } = await play('tickers-outage-2026-08-21')
  const ask = async (path: string) => {
    const statuses: number[] = []
    for (const base of [bases['primary'], bases['fallback'], bases['fallback-2']])
      for (let n = 0; n < 4; n++) statuses.push((await fetch(`${base}${path}`)).status)
    return statuses
  }
  const isBurst = async () => (await ask('/prices/tickers')).filter((status) => status === 500).length >= 6
  const seen: boolean[] = []
  for (const minutes of ['0m', '70s', '3m', '170s', '2m', '17m', '2m']) {
    pass(minutes)
    seen.push(await isBurst())
    expect(new Set(await ask('/ping'))).toEqual(new Set([200]))
  }
  // At 0:00, 1:10, 4:10, 7:00, 9:00, 26:00 and 28:00 after 14:20.
  expect(seen).toEqual([false, true, false, true, false, true, false])
  expect(
    Object.keys(counts())
      .filter((key) => key.includes('500'))
      .sort(),
  ).toContain('fallback 500 at-14-27')
})

test('tickers on 2026-08-21: a client with increasing back-off survives a burst', async () => {
  const { client, pass } = await play('tickers-outage-2026-08-21')
  pass('1m')
  const { tries } = await client({ triesPerBase: 8 })('/prices/tickers')
  expect(tries.at(-1)).toMatch(/ 200$/)
})
