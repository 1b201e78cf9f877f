/** The journal for whoever reads on. */
import { describe, expect, test } from 'vitest'
import { oneSimulator } from '../../support/one-simulator.js'
import { until } from '../../support/until.js'

const { control, bodyOf, ask } = oneSimulator({ at: '2026-03-01T12:00:00Z' })

describe('changes of the journal', () => {
  test('an entry is repeated when its reply has left or its client disconnected', async () => {
    await control.put('/scenario', 'rules: [{ fault: { delay: 9s } }]')
    const leaving = new AbortController()
    const held = ask('/arbitrum/ping', { signal: leaving.signal }).catch(() => undefined)
    await control.post('/journal/wait', {})
    const { cursor, entries } = await bodyOf('/journal/changes')
    expect(entries).toMatchObject([{ n: 1, ms: null, goneMs: null }])
    leaving.abort()
    await held
    await until(async () => {
      const { entries } = await bodyOf(`/journal/changes?cursor=${cursor}`)
      expect(entries).toMatchObject([{ n: 1, ms: null, goneMs: expect.any(Number) }])
    })
  })

  test('a cleared journal and a journal of another run are reported as such', async () => {
    await ask('/arbitrum/ping')
    const { cursor } = await bodyOf('/journal/changes')
    await control.delete('/journal')
    await ask('/avalanche/ping')
    const after = await bodyOf(`/journal/changes?cursor=${cursor}`)
    expect(after).toMatchObject({ reset: true, missed: 0, entries: [{ n: 1, network: 'avalanche' }] })
    const other = await bodyOf(`/journal/changes?cursor=${after.cursor.replace(/^[^.]+/, 'other')}`)
    expect(other).toMatchObject({ reset: true, entries: [{ n: 1 }] })
    const refused = await control.get('/journal/changes?cursor=nonsense')
    expect([refused.status, refused.body.error.code]).toEqual([400, 'bad-query'])
  })
})
