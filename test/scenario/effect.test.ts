/** Declared effect of faults on clients, by options and by the reply that they change. */
import { expect, test } from 'vitest'
import { defineFault } from '../../src/scenario/define.js'
import { effectOf, effectOfCode } from '../../src/scenario/effect.js'
import { faultOf } from '../../src/scenario/faults/index.js'

test.each([
  [{ status: 503 }, 200, 'error', null],
  [{ status: 200, body: [] }, 200, 'wrong', 'poisoned'],
  [{ status: 200, body: '[]' }, 200, 'wrong', 'poisoned'],
  [{ status: 200, body: '<h1>down</h1>' }, 200, 'broken', null],
  [{ status: 200 }, 200, 'broken', null],
  [{ status: 204, body: [] }, 204, 'broken', null],
  [{ status: 302, headers: { location: '/' } }, 302, 'wrong', 'poisoned'],
  [{ malformed: 'json' }, 200, 'broken', null],
  [{ malformed: 'garbage' }, null, 'broken', null],
  [{ hang: true }, null, 'silent', null],
  [{ truncate: 0.5 }, 404, 'broken', null],
  [{ drip: { bytesPerSecond: 10 } }, 200, 'good', null],
  [{ drip: { bytesPerSecond: 10 } }, 404, 'error', null],
  [{ stale: 6000 }, 200, 'wrong', 'stale'],
  [{ partial: 0.5 }, 200, 'wrong', 'partial'],
  [{ poison: 'zero' }, 200, 'wrong', 'poisoned'],
  [{ delay: 200 }, 200, 'good', null],
] as const)('%j on a reply with status %s is %s', (options, status, met, flaw) => {
  expect(effectOf(faultOf(options), options, status)).toEqual({ met, flaw })
})

test('an edit that keeps the body has no effect, and one that turns it into text breaks it', () => {
  const fault = faultOf({ reply: () => undefined })
  if (fault === undefined) throw new Error('no fault has code')
  const original = { status: 200, body: Buffer.from('[1]'), asOfMs: 0 }
  const effect = (text: string, status = 200) =>
    effectOfCode(fault, {}, { ...original, status, body: Buffer.from(text) }, original)
  expect(effectOfCode(fault, {}, { ...original, headers: {} }, original)).toEqual({ met: 'good', flaw: null })
  expect(effect('[2]')).toEqual({ met: 'wrong', flaw: 'poisoned' })
  expect(effect('<h1>')).toEqual({ met: 'broken', flaw: null })
  expect(effect('<h1>', 503)).toEqual({ met: 'error', flaw: null })
  expect(effect('', 302)).toEqual({ met: 'wrong', flaw: 'poisoned' })
  const failed = { ...original, status: 404 }
  expect(effectOfCode(fault, {}, { ...failed, status: 200 }, failed)).toEqual({
    met: 'wrong',
    flaw: 'poisoned',
  })
})

test('a fault without an outcome class, or without a flaw, does not compile', () => {
  const rest = {
    key: 'odd',
    about: '',
    examples: [],
    shape: () => ({}),
    inWords: () => '',
    stage: { on: 'port' },
  } as const
  // @ts-expect-error outcomeClass is missing
  defineFault({ ...rest, flaw: null })
  // @ts-expect-error flaw is missing
  defineFault({ ...rest, outcomeClass: 'good' })
})
