/** Requests by filter, range and order, and the chosen one. */
import { beforeEach, expect, test } from 'vitest'
import type { ListFilter } from '../../../../src/entrypoints/ui/view.js'
import { toldEntry } from '../../../support/told-entry.js'
import { page, startPage } from './page.js'

startPage()
const { show, shownRange, journalFilter, openRequestNumber } = await import(
  '../../../../src/entrypoints/ui/view.js'
)
const { journal, nowMs, timeline } = await import('../../../../src/entrypoints/ui/state.js')
const { chooseNear, chosenN, facets, filteredEntries, listedEntries, openEntry, sorting } = await import(
  '../../../../src/entrypoints/ui/journal/selection.js'
)

const at = (seconds: number) => `2026-03-01T12:00:${seconds}.000Z`
const ENTRIES = [
  toldEntry(1, { at: at(10), userAgent: 'bot/1', ms: 30 }),
  toldEntry(2, { at: at(20), network: 'avalanche', endpoint: 'ping', url: '/ping', rule: 'dead', ms: 9 }),
  toldEntry(3, { at: at(30), base: 'fallback', rule: 'dead', status: 503, met: 'error', ms: 200 }),
  toldEntry(4, { at: at(40), status: null, outcome: 'hang', met: 'silent', ms: null, address: '10.0.0.1' }),
]
const numbers = (entries: readonly { readonly n: number }[]) => entries.map(({ n }) => n)

beforeEach(() => {
  page.goTo('')
  journal.value = ENTRIES
  nowMs.value = Date.parse(at(45))
  timeline.value = undefined
  sorting.value = { isDown: true }
})

test.each<[ListFilter, number[]]>([
  [{}, [1, 2, 3, 4]],
  [{ base: 'arbitrum' }, [1, 4]],
  [{ base: 'arbitrum-fallback' }, [3]],
  [{ endpoint: 'ping' }, [2]],
  [{ status: '503' }, [3]],
  [{ status: 'none' }, [4]],
  [{ status: 'failed' }, [3, 4]],
  [{ rule: 'dead', status: '200' }, [2]],
  [{ rule: '' }, [1, 4]],
  [{ client: 'bot/1' }, [1]],
  [{ address: '10.0.0.1' }, [4]],
  [{ text: 'AVALANCHE get' }, [2]],
  [{ text: 'bot/1' }, [1]],
  [{ text: 'nothing' }, []],
  [{ since: '1m' }, [1, 2, 3, 4]],
  [{ since: '20s' }, [3, 4]],
  [{ since: 'scenario' }, [1, 2, 3, 4]],
])('%j lists %j', (filter, listed) => {
  show({ filter })
  expect(numbers(filteredEntries.value)).toEqual(listed)
})

test('the range and the load of the scenario limit the list by time', () => {
  show({ range: { fromMs: Date.parse(at(20)), toMs: Date.parse(at(40)) } })
  expect(numbers(filteredEntries.value)).toEqual([2, 3])
  timeline.value = { name: null, loadedAt: at(25), rules: [], events: [], prices: [], moves: [], sets: [] }
  show({ filter: { since: 'scenario' } })
  expect(numbers(filteredEntries.value)).toEqual([3])
})

test('what can be filtered by is what the requests have', () => {
  const { base, status, rule, client } = facets.value
  expect([[...base], [...status], [...rule], [...client]]).toEqual([
    ['arbitrum', 'avalanche', 'arbitrum-fallback'],
    ['200', '503', 'failed', 'none'],
    ['', 'dead'],
    ['bot/1', ''],
  ])
})

test('sorted by a value, those without one last, and the other way round', () => {
  sorting.value = { by: ({ ms }) => ms, isDown: true }
  // The list draws the last one on top.
  expect(numbers(listedEntries.value)).toEqual([4, 2, 1, 3])
  sorting.value = { by: ({ ms }) => ms, isDown: false }
  expect(numbers(listedEntries.value)).toEqual([3, 1, 2, 4])
})

test('a link to a request clears the filter and range that hide it, and no other', () => {
  show({ filter: { base: 'arbitrum' } })
  openEntry(4)
  expect([openRequestNumber.value, journalFilter.value]).toEqual([4, { base: 'arbitrum' }])
  show({ range: { fromMs: 0, toMs: Date.parse(at(15)) } })
  openEntry(3)
  expect([openRequestNumber.value, chosenN.value, journalFilter.value, shownRange.value]).toEqual([
    3,
    3,
    {},
    undefined,
  ])
})

test('the request nearest to an instant is chosen among those that are listed', () => {
  show({ filter: { rule: 'dead' } })
  chooseNear(Date.parse(at(39)))
  expect(chosenN.value).toBe(3)
  chooseNear(Date.parse(at(12)))
  expect(chosenN.value).toBe(2)
})
