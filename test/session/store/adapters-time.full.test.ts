/** A clock that runs, for each way to have shared state. */
import { expect, test } from 'vitest'
import { forEachAdapter } from './adapters.js'

forEachAdapter((served) => {
  const { start, ask, call, send } = served

  test('a running clock is monotonic and equal at all replicas', async () => {
    await start({ clock: '60x', at: '2026-03-01T12:00:00Z' })
    let before = 0
    for (let n = 0; n < 60; n++) {
      const at = Date.parse((await ask('/arbitrum/ping')).headers.get('x-gmx-sim-at') ?? '')
      expect(at).toBeGreaterThanOrEqual(before)
      before = at
    }
    await send('put', '/clock', { mode: 'frozen' })
    const { now } = (await call('get', '/clock')).body
    for (let n = 0; n < 3; n++) expect((await ask('/arbitrum/ping')).headers.get('x-gmx-sim-at')).toBe(now)
  })
})
