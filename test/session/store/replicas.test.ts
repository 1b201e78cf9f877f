/** The registry of replicas, with a store in memory. */
import { expect, test } from 'vitest'
import { nextTurn } from '../../../src/kit/clock/timers.js'
import { createRegistry } from '../../../src/session/store/replicas.js'

type Context = Parameters<typeof createRegistry>[0]

/** Compares as `beat` of the store's functions does, in the order of calls, and replies a turn later. */
function inMemory(start: Readonly<Record<string, string>>) {
  let stored = JSON.stringify(start)
  const ask = async (_name: string, _keys: readonly string[], args: readonly string[]) => {
    const [, , , known, next] = args
    const theirs = stored
    if (known === theirs) stored = next
    await nextTurn()
    return known === theirs ? [null, []] : [theirs, 1]
  }
  const context = {
    ...{ ask, replica: 'me', isWatched: true, time: { elapsedMs: () => 0 } },
    keys: { start: '', replicas: '', sessions: '', time: '', connections: '' },
  } as unknown as Context
  return { context, settings: () => JSON.parse(stored) }
}

test('a heartbeat that is sent during a change of the watched file keeps the change', async () => {
  const how = { seed: 'a', scenario: 'old' }
  const { context, settings } = inMemory(how)
  const status = () => ({ version: '', host: '', sinceMs: 0, held: {} })
  const { beat, beginWith } = createRegistry(context, { prefix: 'p', how }, status, () => [])
  await beat()
  await Promise.all([beginWith('new'), beat()])
  expect(settings()).toEqual({ seed: 'a', scenario: 'new' })
})
