import { expect, test } from 'vitest'
import { play } from '../../support/library.js'

/** A client that stays away from a base address for a while after it has failed. */
const BAN_MS = 20_000

test('flapping: a client that bans failed bases changes twice, another six times', async () => {
  const addressesOf = async (
    banMs: number,
  ): Promise<{ addresses: string; counts: Record<string, number> }> => {
    const { bases, client, pass, counts, simulator } = await play('flapping')
    let bannedUntilMs = 0
    let addresses = ''
    for (let second = 0; second < 60; second += 2) {
      const nowMs = simulator.session.nowMs()
      const { primary, ...fallbacks } = bases
      const get = client({ bases: nowMs < bannedUntilMs ? fallbacks : bases, triesPerBase: 1 })
      const { tries } = await get('/prices/tickers')
      if (tries.includes('primary 503')) bannedUntilMs = nowMs + banMs
      addresses += tries.at(-1) === 'primary 200' ? 'p' : 'f'
      pass('2s')
    }
    return { addresses, counts: counts() }
  }
  expect(await addressesOf(0)).toEqual({
    addresses: 'pppffpppffpppffppppppppppppppp',
    counts: {
      'primary 200': 24,
      'primary 503 down-1': 2,
      'primary 503 down-2': 2,
      'primary 503 down-3': 2,
      'fallback 200': 6,
    },
  })
  expect(await addressesOf(BAN_MS)).toEqual({
    addresses: 'pppffffffffffffffffffffppppppp',
    counts: {
      'primary 200': 10,
      'primary 503 down-1': 1,
      'primary 503 down-3': 1,
      'fallback 200': 20,
    },
  })
})
