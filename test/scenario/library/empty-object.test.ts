import { expect, test } from 'vitest'
import { play } from '../../support/library.js'

test('empty object: another shape with status 200 at the primary, the rest as usual', async () => {
  const { bases, pass } = await play('empty-object')
  const bodyAt = async (base: string, path: string) =>
    JSON.stringify(await (await fetch(`${bases[base]}${path}`)).json())
  pass('10s')
  for (const path of [
    '/prices/tickers',
    '/signed_prices/latest',
    '/prices/candles?tokenSymbol=ETH&period=1m',
  ]) {
    expect(await bodyAt('primary', path)).toBe('{}')
    expect((await bodyAt('fallback', path)).length).toBeGreaterThan(100)
  }
  expect((await bodyAt('primary', '/tokens')).length).toBeGreaterThan(100)
  pass('60s')
  expect((await bodyAt('primary', '/prices/tickers')).length).toBeGreaterThan(100)
})
