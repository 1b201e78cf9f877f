/** A store that fails in every way, and one that a hostile program writes to: promises of docs/replicas.md hold all the same. */
import fc from 'fast-check'
import { COUNTING, problemUnderCounting } from '../../../test/session/store/support.js'
import { controlOf } from '../../../test/support/control.js'
import { hammer } from '../../../test/support/hammer.js'
import { type Cluster, patiently, pause, theCluster, tidy } from '../store-cluster.js'
import { defineTarget, hold } from '../target.js'
import { anyOddText, anyValue, changed } from '../words.js'

let inputs = 0

const FAILURES = ['delay', 'cut', 'swallow', 'half-open', 'pause', 'kill'] as const
interface Failure {
  readonly kind: (typeof FAILURES)[number]
  readonly ms: number
}

async function fail({ kind, ms }: Failure, { store, line }: Cluster): Promise<void> {
  const during = async (begin: () => unknown, end: () => unknown) => {
    await begin()
    await pause(ms)
    await end()
  }
  switch (kind) {
    case 'cut':
      return line.cut()
    case 'delay':
      return during(
        () => line.setDelay(ms / 4),
        () => line.setDelay(0),
      )
    case 'swallow':
      line.setSilent(true)
      return during(
        () => line.cut(),
        () => line.setSilent(false),
      )
    case 'half-open':
      return during(
        () => line.setDeaf(true),
        () => line.setDeaf(false),
      )
    case 'pause':
      return during(
        () => store.signal('SIGSTOP'),
        () => store.signal('SIGCONT'),
      )
    case 'kill':
      return during(
        () => store.down('SIGKILL'),
        () => store.up(true),
      )
  }
}

export const storeFailures = defineTarget<readonly Failure[]>({
  name: 'store-failures',
  inputs: fc.array(fc.record({ kind: fc.constantFrom(...FAILURES), ms: fc.nat(2500) }), {
    minLength: 1,
    maxLength: 4,
  }),
  count: (failures) => failures.length,
  async attack(failures) {
    const started = await theCluster()
    const { simulators, takeBugs } = started
    const id = `f-${++inputs}`
    const urls = simulators.map(({ url }) => `${url}/s/${id}`)
    // A killed store may forget its last second: what is made before the failures is written to its disk.
    const [first, second] = simulators.map(({ url }) => controlOf(url))
    const made = await patiently(() => first.post('/sessions', { id, scenario: COUNTING }))
    hold(made.status === 201 || made.status === 409, 'a session is made', made)
    const mayForget = failures.some(({ kind }) => kind === 'kill')
    if (mayForget) await pause(1100)
    const over = new AbortController()
    const running = hammer({ urls, signal: over.signal, atOnce: 4, check: problemUnderCounting })
    for (const failure of failures) await fail(failure, started)
    for (const url of urls) {
      const { status } = await patiently(() => fetch(`${url}/arbitrum/ping`))
      hold(status !== 503, 'a replica answers again once its store does', url)
    }
    over.abort()
    const tally = await running
    hold(tally.wrong.size === 0, 'no wrong reply', [...tally.wrong])
    hold(tally.lost === 0, 'no lost request', tally.lost)
    const state = await patiently(() => controlOf(urls[1]).get('/scenario'))
    hold(state.status === 200, 'the session is there', state)
    const [{ matched, fired }] = state.body.rules
    hold(fired <= 3, 'calls: 1..3 fires three times at most', fired)
    // The two last questions may have counted, too, once each time they were asked.
    if (!mayForget) hold(matched >= tally.right, 'all that was answered counts', [matched, tally])
    const ended = await patiently(() => second.delete(`/sessions/${id}`))
    hold(ended.status === 200 || ended.status === 404, 'the session ends', ended)
    const bugs = takeBugs()
    hold(bugs.length === 0, 'no bug', bugs)
  },
  tidy,
})

const CLOCK = { mode: 'frozen', rate: 1, originMs: 1_772_366_400_000, sinceMs: 0 }
const GOOD = {
  state: {
    seed: '1',
    clock: CLOCK,
    scenario: {
      rules: [{ id: 'a', match: { base: ['primary'] }, when: { times: 2 }, fault: { status: 503 } }],
      events: [{ at: 0, move: -0.1 }],
      prices: {
        '\u0000': 'map',
        of: [['ETH', { kind: 'points', priceDecimals: 2, between: 'line', points: [] }]],
      },
    },
    loadedAtMs: 0,
    countsId: 'x',
    runs: [{ id: 'x', countsId: 'x', seed: '1', loadedAtMs: 0, rules: [{ '\u0000': 'shared', of: 1 }] }],
    moves: [{ event: { asset: ['ETH'], at: 0, price: '5', over: 1000 }, atMs: 1000 }],
    laidAtMs: 0,
    journal: 'y',
  },
  origin: {
    change: {
      seed: '2',
      clock: { mode: 'real', rate: 2 },
      catalogueFrom: [{ '\u0000': 'catalogue', of: 'networks:\n  base:\n    chainId: 8453\n' }],
    },
  },
} as const
const FIELDS = Object.keys(GOOD) as (keyof typeof GOOD)[]
const EVENT = {
  n: 2,
  at: 1,
  ms: 1,
  kind: ['arbitrum', 'primary', 'ping', null, 200, 'GET', 'ok', 'good', null],
  entry: {
    ...{ url: '/ping', urlLength: 5, connection: 1, address: null, userAgent: null, requestId: null },
    ...{ seen: 0, run: '', elapsedMs: 0 },
  },
}

type Write =
  | { readonly field: string; readonly value: unknown; readonly isJson: boolean }
  | { readonly event: unknown }
  | { readonly member: string; readonly inMs: number }

const anyWrite: fc.Arbitrary<Write> = fc.oneof(
  fc.constantFrom(...FIELDS).chain((field) =>
    fc.record({
      field: fc.constant(field),
      value: fc.oneof({ weight: 5, arbitrary: changed([GOOD[field]]) }, anyValue, anyOddText),
      isJson: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
    }),
  ),
  fc.record({ event: fc.oneof(changed([EVENT]), anyValue) }),
  fc.record({ member: anyOddText, inMs: fc.integer({ min: -1000, max: 1e12 }) }),
)

async function write(one: Write, id: string, { store: { client } }: Cluster): Promise<void> {
  if ('member' in one) {
    await client.hset('{gmx-sim}:replicas', one.member, `${Date.now() + one.inMs} {}`)
  } else if ('event' in one) {
    const [key] = await client.keys(`{gmx-sim/${id}}:lines:*`)
    const fields = Object.entries(Object(one.event)).flatMap(([name, value]) => [
      name,
      String(JSON.stringify(value)),
    ])
    if (key !== undefined) await client.xadd(key, '9999-*', 'n', '1', ...fields)
  } else {
    const isText = !one.isJson && typeof one.value === 'string'
    const text = isText ? (one.value as string) : (JSON.stringify(one.value) ?? '')
    await client.hset(`{gmx-sim/${id}}:document`, one.field, text, 'version', `written ${++inputs}`)
    await client.publish('{gmx-sim}:changed', id)
  }
}

export const storeWriter = defineTarget<readonly Write[]>({
  name: 'store-writer',
  inputs: fc.array(anyWrite, { minLength: 1, maxLength: 4 }),
  count: (writes) => writes.length,
  async attack(writes) {
    const started = await theCluster()
    const { simulators, takeBugs } = started
    const id = `w-${++inputs}`
    const [first, second] = simulators.map(({ url }) => controlOf(url))
    const made = await patiently(() => first.post('/sessions', { id, scenario: COUNTING }))
    hold(made.status === 201, 'a session is made', made)
    for (const { url } of simulators) await (await fetch(`${url}/s/${id}/arbitrum/ping`)).arrayBuffer()
    for (const one of writes) await write(one, id, started)
    for (const { url } of simulators) {
      // Any reply will do, or none as from a fault that somebody else has written.
      for (const path of ['arbitrum/ping', '__sim/v1/journal', '__sim/v1/scenario'])
        await fetch(`${url}/s/${id}/${path}`, { signal: AbortSignal.timeout(5000) }).catch(() => {})
      const others = await patiently(() => fetch(`${url}/arbitrum/ping`))
      hold(others.status === 200, 'other sessions go on', others.status)
      const listed = await patiently(() => controlOf(url).get('/sessions'))
      hold(listed.status === 200, 'sessions are listed', listed)
    }
    const ended = await patiently(() => second.delete(`/sessions/${id}`))
    hold(ended.status === 200, 'the session can be ended', ended)
    // Errors of the session that was written to are no finding; any other one is.
    const bugs = takeBugs().filter((bug) =>
      /store\/(connection|journal|shared-sessions|requests)\.ts/.test(bug),
    )
    hold(bugs.length === 0, 'no bug of the store', bugs)
  },
  tidy,
})
