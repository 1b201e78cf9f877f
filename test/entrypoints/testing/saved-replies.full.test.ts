/** Replies that compare saved, served again. */
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { saveObserved } from '../../../src/compare/saved.js'
import { savedReplies, startSimulator } from '../../../src/entrypoints/index.js'
import { observedOf } from '../../compare/support.js'
import { newFolder } from '../../support/folder.js'

const folder = newFolder()
/** Another market than that of the simulator that serves it again. */
const live = await observedOf({ network: 'botanix', settings: { seed: 'live' } })
beforeAll(() => saveObserved(folder, live))

const pathOf = (wanted: string) => live.questions.find(({ id }) => id === wanted)?.path ?? ''

test('every saved reply is sent byte for byte, errors included, at the instant of its prices', async () => {
  await using sim = await startSimulator({ scenario: await savedReplies(folder) })
  for (const { id, path } of live.questions) {
    const reply = await sim.fetch(`/botanix${path}`)
    const { status, body } = live.answers[id]
    expect([id, reply.status, await reply.text()]).toEqual([id, status, body])
  }
  expect(live.questions.length).toBeGreaterThan(10)
  const [{ updatedAt }] = JSON.parse(live.answers['tickers'].body)
  expect(sim.clock.now().getTime()).toBe(updatedAt * 1000)
  const reply = await sim.fetch(`/botanix${pathOf('tickers')}`)
  const { headers } = live.answers['tickers']
  for (const name of ['content-type', 'cache-control'] as const)
    expect(reply.headers.get(name)).toBe(headers[name] ?? null)
})

test('a query is the same in another order; one that was not saved is refused; other networks are simulated', async () => {
  await using sim = await startSimulator({ scenario: await savedReplies(folder) })
  const [path, search] = pathOf('candles').split('?')
  const turned = [...new URLSearchParams(search)].reverse()
  const same = await sim.fetch(`/botanix-fallback${path}?${new URLSearchParams(turned)}`)
  expect(await same.text()).toBe(live.answers['candles'].body)
  const other = await sim.fetch('/botanix/prices/candles?tokenSymbol=BTC&period=1d')
  expect([other.status, await other.json()]).toEqual([
    501,
    { errors: [`/prices/candles?tokenSymbol=BTC&period=1d is not among the replies in ${folder}`] },
  ])
  expect((await sim.fetch('/avalanche/prices/candles?tokenSymbol=BTC&period=1d')).status).toBe(200)
  expect((await sim.fetch('/botanix/prices/tickers', { method: 'OPTIONS' })).status).toBe(204)
})

test('mistakes', async () => {
  await expect(savedReplies(join(folder, 'none'))).rejects.toThrow('is not a saved comparison')
  await expect(savedReplies(folder, { host: 'a' } as object)).rejects.toThrow(
    'savedReplies has no option of that name',
  )
  const stranger = newFolder()
  await saveObserved(stranger, {
    ...live,
    base: 'https://example.com',
    answers: {
      ...live.answers,
      tickers: { ...live.answers['tickers'], body: '[]' },
      tokens: { ...live.answers['tokens'], body: '{}' },
    },
  })
  await expect(savedReplies(stranger)).rejects.toThrow(
    'example.com has no token of any; write the option network',
  )
  expect((await savedReplies(stranger, { network: 'botanix' })).rules[0].match).toEqual({
    network: 'botanix',
  })
})
