/** Every fault on every endpoint in every dialect: a reply is announced as changed where it is, and nowhere else. */
import fc from 'fast-check'
import { parse } from 'yaml'
import { methodsOf } from '../../../src/api/endpoints/define.js'
import { ENDPOINTS } from '../../../src/api/endpoints/index.js'
import type { Simulator } from '../../../src/entrypoints/index.js'
import { UserError } from '../../../src/kit/errors.js'
import { FAULTS } from '../../../src/scenario/faults/index.js'
import { exampleOf } from '../../../test/support/simulator.js'
import { defineTarget, hold } from '../target.js'

const OPTIONS = FAULTS.flatMap(({ key, examples }) =>
  ['refuse', 'tls', 'dns'].includes(key) ? [] : examples.map((text) => parse(text)),
)
const AT = [
  '2026-03-01T12:00:07Z',
  '1990-01-01T00:00:00Z',
  '2100-01-01T00:00:00Z',
  '2024-02-29T23:59:59.999Z',
]

interface Case {
  readonly fault: number
  readonly endpoint: number
  readonly dialect: 'documented' | 'observed'
  readonly at: string
  readonly prefix: string
}

const anyCase: fc.Arbitrary<Case> = fc.record({
  fault: fc.nat(OPTIONS.length - 1),
  endpoint: fc.nat(ENDPOINTS.length - 1),
  dialect: fc.constantFrom('documented', 'observed'),
  at: fc.constantFrom(...AT),
  prefix: fc.constantFrom('arbitrum', 'avalanche-fallback', 'botanix'),
})

/** Some at a time, as faults hold them. */
export const faults = defineTarget<readonly Case[]>({
  name: 'faults',
  inputs: fc.array(anyCase, { minLength: 1, maxLength: 20 }),
  count: (cases) => 2 * cases.length,
  async attack(cases, { local }) {
    await Promise.all(cases.map((one) => attackWith(one, local.sim)))
    const bugs = local.takeBugs()
    hold(bugs.length === 0, 'no bug', bugs)
  },
})

async function attackWith({ fault, endpoint, dialect, at, prefix }: Case, sim: Simulator): Promise<void> {
  await using session = await sim.session({ dialect, clock: { mode: 'frozen', at } })
  const path = `/${prefix}${exampleOf(ENDPOINTS[endpoint])}`
  const [method] = methodsOf(ENDPOINTS[endpoint])
  const plain = await session.fetch(path, { method })
  const plainText = await plain.text()
  try {
    await session.loadScenario({ rules: [{ fault: OPTIONS[fault] }] })
  } catch (error) {
    hold(error instanceof UserError, 'a fault that cannot act is refused', String(error))
    return
  }
  const over = new AbortController()
  const patience = setTimeout(() => over.abort(), 50)
  const heard = await session
    .fetch(path, { method, signal: over.signal })
    .then(async (reply) => ({ reply, text: await reply.text() }))
    // A fault may end it in any way.
    .catch(() => undefined)
    .finally(() => clearTimeout(patience))
  if (heard === undefined) return
  const { reply, text } = heard
  const isAnnounced = reply.headers.has('x-gmx-sim-rule')
  const isChanged =
    text !== plainText ||
    reply.status !== plain.status ||
    reply.headers.get('x-gmx-sim-at') !== plain.headers.get('x-gmx-sim-at')
  hold(isAnnounced || !isChanged, 'what is changed is announced', [path, OPTIONS[fault], text])
  const [entry] = session.journal.entries().slice(-1)
  const isUnchanged = entry.outcome === 'unchanged'
  hold(isUnchanged === (entry.rule !== null && !isAnnounced), 'the journal says the same', entry)
}
