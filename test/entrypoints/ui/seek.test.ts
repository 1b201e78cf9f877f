import { expect, test } from 'vitest'
import { soughtIn } from '../../../src/entrypoints/ui/incident/seek.js'

const spans = [{ what: 'ETH -30% over 10 s' }]
const CRASH = {
  spans,
  name: 'flash-crash',
  description: 'It falls by 30 %. No request fails.',
  tags: ['events'],
}
const LIMITED = { spans: [], name: 'quota', description: 'Asks clients to wait.', tags: ['rateLimit'] }

test.each([
  ['flash crash', [CRASH]],
  ['crash eth', [CRASH]],
  ['rate limit', [LIMITED]],
  ['rate-limit', [LIMITED]],
  ['rateLimit', [LIMITED]],
  ['429', [LIMITED]],
  ['throttle clients', [LIMITED]],
  ['eth drop', [CRASH]],
  ['lash', []],
  ['crash limit', []],
  ['', [CRASH, LIMITED]],
  [' … ', [CRASH, LIMITED]],
])('%j finds', (sought, found) => {
  expect(soughtIn([CRASH, LIMITED], sought)).toEqual(found)
})

test('those with the words in their name come first, others with a synonym follow', () => {
  const outage = { ...CRASH, name: 'primary-outage' }
  const down = { ...CRASH, name: 'primary-down' }
  expect(soughtIn([down, outage], 'primary outage')).toEqual([outage, down])
})
