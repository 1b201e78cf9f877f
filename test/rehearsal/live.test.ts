/** Progress lines of a rehearsal: changes only. */
import { expect, test } from 'vitest'
import { createNarrator } from '../../src/rehearsal/live.js'
import { down, type Told, timelineOf } from '../support/rehearsed.js'

function saidOf(requests: readonly Told[]): string[] {
  const said: string[] = []
  const tell = createNarrator((atMs, text) => said.push(`${atMs} ${text}`))
  for (const request of timelineOf({ requests }).requests) tell(request)
  return said
}

const fallback = { base: 'fallback' } as const

test('a client that walks from base to base each time: one line each', () => {
  const walks = [20_000, 21_000, 22_000].flatMap((at) => [
    { at, ...down, outcome: 'close' },
    { at: at + 20, ...fallback },
  ])
  expect(saidOf([{ at: 19_000 }, ...walks, { at: 23_000 }])).toEqual([
    '20010 arbitrum primary: first broken reply (close)',
    '20030 arbitrum fallback: first good answer, 20 ms later',
    '23010 arbitrum primary: answers again',
  ])
})

test('a client that gives up is reported', () => {
  const given = { end: 'given-up', tookMs: 3000 } as const
  expect(
    saidOf([
      { at: 20_000, met: 'silent', ...given },
      { at: 24_000, ...fallback, ...given, rule: 'slow' },
      // Of its own accord.
      { at: 25_000, base: 'fallback-2', ...given },
    ]),
  ).toEqual([
    '23000 arbitrum primary: first request without an answer',
    '27000 arbitrum fallback: first reply that was not waited for',
  ])
})
