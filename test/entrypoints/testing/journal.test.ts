import { afterAll, describe, expect, test } from 'vitest'
import { startSimulator } from '../../../src/entrypoints/index.js'
import { appendJournal } from '../../../src/entrypoints/testing/journal.js'

const sim = await startSimulator({ clock: { at: '2026-03-01T12:00:00Z' } })
afterAll(() => sim.stop())

describe('the journal', () => {
  test('lists, counts, waits and clears', async () => {
    await using session = await sim.session({
      scenario: { rules: [{ id: 'limit', match: { base: 'primary' }, fault: { status: 429 } }] },
    })
    const coming = session.journal.waitFor({ base: 'fallback' }, { count: 2, timeout: '1m' })
    for (const path of ['/arbitrum/ping', '/arbitrum-fallback/ping', '/arbitrum-fallback/tokens'])
      await fetch(session.url + path)
    expect((await coming).map(({ endpoint }) => endpoint)).toEqual(['ping', 'tokens'])
    expect(session.journal.count({ rule: 'limit', status: 429 })).toBe(1)
    expect(session.journal.count({ endpoint: undefined })).toBe(3)
    expect(session.journal.entries({ base: 'primary' })).toMatchObject([
      { n: 1, url: '/ping', outcome: 'status' },
    ])
    session.journal.clear()
    expect(session.journal.entries()).toEqual([])
  })

  test('reports received requests when a wait fails', async () => {
    await using session = await sim.session()
    await session.fetch('/arbitrum/ping')
    await expect(session.journal.waitFor({ status: 500 }, { count: 2, timeout: '20ms' })).rejects.toThrow(
      '2 requests with status 500 did not come: 0 had when 20ms were over; see what did come:\n' +
        '  #1 2026-03-01T12:00:00.000Z arbitrum primary GET /ping → 200 ok',
    )
  })

  test.each([
    [{ endpont: 'tickers' }, /the filter cannot be used: unknown key "endpont": did you mean endpoint\?/],
    [{ endpoint: 'ticker' }, /endpoint is "ticker": write one of .*did you mean tickers\?/],
    [{ network: 'ethereum' }, /network is "ethereum": write one of arbitrum, avalanche, botanix/],
  ])('refuses the filter %j, which would find nothing and say nothing', (filter, words) => {
    expect(() => sim.journal.count(filter as never)).toThrow(words)
  })

  test('of a session that has ended is a sentence in the error of a failed test', async () => {
    const session = await sim.session()
    await session.stop()
    const error = new Error('mine')
    appendJournal(error, session)
    expect(error.message).toMatch(/^mine\n\nthe journal of .*:\n {2}.* has ended/)
  })

  test('rejects an unreachable count', async () => {
    await expect(sim.journal.waitFor({}, { count: 0 })).rejects.toThrow(/count to wait for cannot be used: 0/)
  })
})
