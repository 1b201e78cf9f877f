/** What a worker does when a session becomes another, or ends, while the primary is asked about a request. */
import { afterEach, expect, test } from 'vitest'
import { createHttpApp } from '../../src/http/app.js'
import { createFront } from '../../src/http/front.js'
import { listen } from '../../src/http/listen.js'
import { createMemo } from '../../src/http/memo.js'
import { checkScenarioValue } from '../../src/scenario/read.js'
import { createFollowedSession, type FollowedSession } from '../../src/workers/followed.js'
import type { Counted, SessionState, ToPrimary } from '../../src/workers/messages.js'
import { createOutbox } from '../../src/workers/outbox.js'
import { worldsFor } from '../../src/worlds.js'
import { PING } from '../support/journal.js'
import { settingsFor } from '../support/simulator.js'

const AT_MS = Date.parse('2026-03-01T12:00:00Z')
const worlds = await worldsFor(settingsFor())
let close = async () => {}
afterEach(() => close())

const stateWith = (version: number, change: Partial<SessionState> = {}): SessionState => ({
  id: 'mine',
  version,
  epoch: version,
  seed: '42',
  dialect: 'documented',
  clock: { mode: 'frozen', rate: 1, originMs: AT_MS, sinceMs: 0 },
  scenario: {
    scenario: checkScenarioValue({ rules: [{ id: 'r', fault: { status: 500 } }] }, worlds.catalogue),
    loadedAtMs: AT_MS,
  },
  ...change,
})

/** A worker with one session, whose questions to the primary are answered by `count`. */
async function serve(
  count: (asked: ToPrimary & { say: 'count' }, follow: (state?: SessionState) => void) => Counted,
) {
  const followed = new Map<string, FollowedSession>()
  const outbox = createOutbox(() => {})
  const follow = (state?: SessionState) =>
    state ? followed.get('mine')?.follow(state) : followed.delete('mine')
  const primary = {
    ask: async <Answer>(asked: ToPrimary) => count(asked as ToPrimary & { say: 'count' }, follow) as Answer,
  }
  const make = (state: SessionState) =>
    createFollowedSession(state, { worlds, cacheWindows: true, journal: outbox.writer(state.id), primary })
  followed.set('mine', make(stateWith(1)))
  const context = {
    sessions: {
      root: make(stateWith(0, { id: undefined, scenario: undefined })),
      find: (id: string) => followed.get(id),
    },
    memo: createMemo(),
    quietHeaders: false,
    onBug: (error: unknown) => expect.unreachable(String(error)),
  }
  const listening = await listen(createFront(createHttpApp(context), context), '127.0.0.1', 0)
  close = listening.close
  return { get: (path: string) => fetch(`${listening.origin}/s/mine/arbitrum${path}`), outbox }
}

const later = (version: number) =>
  stateWith(version, {
    scenario: undefined,
    clock: { mode: 'frozen', rate: 1, originMs: AT_MS + 3_600_000, sinceMs: 0 },
  })

test('it looks at the request anew, as if it came after the change', async () => {
  const { get, outbox } = await serve((_asked, follow) => {
    follow(later(2))
    return 'changed'
  })
  const reply = await get('/prices/tickers?a=b')
  expect(reply.status).toBe(200)
  expect(reply.headers.get('x-gmx-sim-at')).toBe('2026-03-01T13:00:00.000Z')
  const { lines } = outbox.take(Number.POSITIVE_INFINITY)
  expect(lines.map(({ url, atMs, facts: { status } }) => [url, atMs, status])).toEqual([
    ['/prices/tickers?a=b', AT_MS + 3_600_000, 200],
  ])
})

test('also one that it could answer at once', async () => {
  const asked: number[] = []
  const { get } = await serve(({ version, rules }, follow) => {
    asked.push(version)
    expect(rules).toEqual([0])
    if (asked.length < 3) return { strike: undefined }
    follow(later(2))
    return 'changed'
  })
  const at = async () => (await get('/prices/tickers')).headers.get('x-gmx-sim-at')
  expect([await at(), await at(), await at()]).toEqual([
    '2026-03-01T12:00:00.000Z',
    '2026-03-01T12:00:00.000Z',
    '2026-03-01T13:00:00.000Z',
  ])
  expect(asked).toEqual([1, 1, 1])
})

test('where the session has ended there is nothing any more', async () => {
  const { get } = await serve((_asked, follow) => {
    follow(undefined)
    return 'changed'
  })
  expect((await get('/ping')).status).toBe(404)
})

test('a request taken down after a round began asks for another round', () => {
  let stirred = 0
  const outbox = createOutbox(() => stirred++)
  const writer = outbox.writer('mine')
  const kind = writer.kindOf(PING)
  writer.add(kind, '/ping', AT_MS)
  writer.add(kind, '/ping', AT_MS)
  expect(stirred).toBe(1)
  expect(outbox.take(0).lines).toEqual([])
  expect(stirred).toBe(2)
  expect(outbox.take(Number.POSITIVE_INFINITY).lines).toHaveLength(2)
  expect(stirred).toBe(2)
})
