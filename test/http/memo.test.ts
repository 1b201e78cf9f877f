/** How much a memo keeps. */
import { expect, test } from 'vitest'
import { ENDPOINTS } from '../../src/endpoints/index.js'
import { createMemo } from '../../src/http/memo.js'
import { createTestSimulator } from '../support/simulator.js'

const { session, sessions } = await createTestSimulator()
const other = sessions.create('other', {})
const [endpoint] = ENDPOINTS
const NOW = session.nowMs()

const keep = (memo: ReturnType<typeof createMemo>, url: string, bytes: number, of = session) => {
  const arrival = {
    network: 'arbitrum',
    base: 'primary',
    endpoint: endpoint.id,
    method: 'GET',
    url,
    search: '',
    header: () => undefined,
    atMs: NOW,
  } as const
  const reply = { status: 200, body: Buffer.alloc(bytes), asOfMs: NOW, goodUntilMs: NOW + 1000 }
  memo.keep(of, url, arrival, endpoint, reply, { getHeaderNames: () => [] } as never)
}
const has = (memo: ReturnType<typeof createMemo>, url: string) => memo.find(session, url, NOW) !== undefined

test('a reply that is renewed, window after window, drives out no other', () => {
  const memo = createMemo()
  keep(memo, '/rare', 100)
  for (let i = 0; i < 20_000; i++) keep(memo, '/often', 100)
  expect(has(memo, '/rare')).toBe(true)
})

test('when the sessions together have come to hold 16 MiB it starts anew', () => {
  const memo = createMemo()
  keep(memo, '/first', 8 << 20)
  keep(memo, '/second', 7 << 20, other)
  expect(has(memo, '/first')).toBe(true)
  keep(memo, '/third', 2 << 20)
  expect([has(memo, '/first'), has(memo, '/third')]).toEqual([false, true])
  expect(memo.find(other, '/second', NOW)).toBeUndefined()
})

test('long URLs count', () => {
  const memo = createMemo()
  const long = (n: number) => `/${String(n).padStart(15_000, '0')}`
  for (let n = 0; n < 1000; n++) keep(memo, long(n), 100)
  expect(Array.from({ length: 1000 }, (_, n) => has(memo, long(n))).filter(Boolean).length).toBeLessThan(600)
})
