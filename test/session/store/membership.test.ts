/** The lease of a replica over a store whose connection stays open while a reply on it is lost. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { StoreContext } from '../../../src/session/store/context.js'
import { createKeys } from '../../../src/session/store/keys.js'
import { createMembership, type Renewal } from '../../../src/session/store/membership.js'

const LEASE_MS = 2000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Loses the first reply to `lost`; its command is sent again, and answered, on a new connection. */
function startReplica(lost: string) {
  const waiting: (() => void)[] = []
  const disconnect = vi.fn(() => {
    for (const answer of waiting.splice(0)) answer()
  })
  let isLost = false
  const reply = <Value>(to: string, value: Value) =>
    new Promise<Value>((resolve) => {
      if (to !== lost || isLost) return resolve(value)
      isLost = true
      waiting.push(() => resolve(value))
    })
  const store = {
    replica: 'a',
    keys: createKeys('test'),
    time: { wallMs: () => performance.now(), learn() {} },
    commands: { disconnect },
    call: () => reply('renew', [0, performance.now() * 1000, performance.now() + LEASE_MS, 'generation']),
    onTrouble(error: unknown) {
      throw error
    },
  } as unknown as StoreContext
  const renewal: Renewal = {
    followed: () => '0',
    catchUp: () => reply('catch-up', undefined),
    publish: () => reply('publish', undefined),
  }
  const membership = createMembership(store, LEASE_MS)
  return { membership, disconnect, started: membership.start(renewal) }
}

test.each(['renew', 'catch-up', 'publish'])(
  'a lost reply to %s: reconnects, and the lease returns',
  async (lost) => {
    const { membership, disconnect, started } = startReplica(lost)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(disconnect).toHaveBeenCalledWith(true)
    expect(membership.isCurrent).toBe(true)
    await started
    membership.stop()
  },
)

test('a replica that is stopped meanwhile leaves the connection alone, which would hold the process', async () => {
  const { membership, disconnect } = startReplica('renew')
  membership.stop()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(disconnect).not.toHaveBeenCalled()
})
