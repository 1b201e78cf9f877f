import { expect, test } from 'vitest'
import { play } from '../../support/library.js'

test('sick fallbacks: the primary is the only healthy base, but for two seconds', async () => {
  const { bases, pass } = await play('sick-fallbacks')
  const statuses = () =>
    Promise.all(
      ['primary', 'fallback', 'fallback-2'].map((base) =>
        fetch(`${bases[base]}/ping`).then(
          ({ status }) => status,
          () => 'closed',
        ),
      ),
    )
  pass('10s')
  expect(await statuses()).toEqual([200, 503, 503])
  pass('10s')
  expect(await statuses()).toEqual(['closed', 503, 503])
  pass('2s')
  expect(await statuses()).toEqual([200, 503, 503])
  pass('48s')
  expect(await statuses()).toEqual([200, 200, 200])
})
