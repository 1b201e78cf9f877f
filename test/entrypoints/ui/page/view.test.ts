/** The view of the page and its link. */
import { beforeEach, expect, test } from 'vitest'
import { page, startPage } from './page.js'

startPage()
const { choose, chosenMarket, journalFilter, linkToView, openRequestNumber, show, shownRange } = await import(
  '../../../../src/entrypoints/ui/view.js'
)
const RANGE = { fromMs: Date.parse('2026-03-01T12:00:10Z'), toMs: Date.parse('2026-03-01T12:00:20Z') }

beforeEach(() => page.goTo(''))

test('a link has all of the view, and shows it again', () => {
  show({ range: RANGE, filter: { client: 'python-bot/2', status: 'failed' }, part: 'clients', request: 7 })
  choose({ network: 'avalanche', symbol: 'BTC' })
  expect(linkToView.value).toBe(
    'http://127.0.0.1:8650/s/mine/__sim/ui/#network=avalanche&symbol=BTC&period=auto&from=2026-03-01T12%3A00%3A10.000Z&to=2026-03-01T12%3A00%3A20.000Z&show=clients&only.client=python-bot%2F2&only.status=failed&request=7',
  )
  const link = page.hash()
  page.goTo('')
  expect([shownRange.value, openRequestNumber.value, chosenMarket.value.symbol]).toEqual([
    undefined,
    undefined,
    'ETH',
  ])
  page.goTo(link)
  expect([shownRange.value, openRequestNumber.value, chosenMarket.value, journalFilter.value]).toEqual([
    RANGE,
    7,
    { network: 'avalanche', symbol: 'BTC', period: 'auto' },
    { client: 'python-bot/2', status: 'failed' },
  ])
})

test.each([
  'period=2s',
  'from=2026-03-02&to=2026-03-01',
  'from=noon&to=2026-03-01',
  'request=-1',
  'request=x',
])('of a link, %s is ignored', (fragment) => {
  page.goTo(`#${fragment}`)
  expect([shownRange.value, openRequestNumber.value, chosenMarket.value.period]).toEqual([
    undefined,
    undefined,
    'auto',
  ])
})

test('Back leaves a range, a filter and an open request, not each step within them', () => {
  show({ range: RANGE })
  show({ range: { ...RANGE, fromMs: RANGE.fromMs - 1000 } })
  show({ filter: { text: 'a' } })
  show({ filter: { text: 'ab' } })
  show({ request: 1 })
  show({ request: 2 })
  page.goBack()
  expect([openRequestNumber.value, journalFilter.value]).toEqual([undefined, { text: 'ab' }])
  page.goBack()
  expect([journalFilter.value, shownRange.value?.fromMs]).toEqual([{}, RANGE.fromMs - 1000])
  page.goBack()
  expect(shownRange.value).toBeUndefined()
})
