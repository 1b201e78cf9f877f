/** Every fault on every endpoint in every dialect: a reply is announced as changed where it is, and nowhere else. */
import fc from 'fast-check'
import { parse } from 'yaml'
import { UserError } from '../../../src/core/errors.js'
import { ENDPOINTS } from '../../../src/endpoints/index.js'
import { startSimulator } from '../../../src/index.js'
import { FAULTS } from '../../../src/scenario/faults/index.js'
import { exampleOf } from '../../support/simulator.js'
import { defineTarget, hold } from '../target.js'

const OPTIONS = FAULTS.flatMap(({ key, examples }) =>
  key === 'refuse' ? [] : examples.map((text) => parse(text)),
)
const AT = [
  '2026-03-01T12:00:07Z',
  '1990-01-01T00:00:00Z',
  '2100-01-01T00:00:00Z',
  '2024-02-29T23:59:59.999Z',
]

export const faults = defineTarget<{
  fault: number
  endpoint: number
  dialect: 'documented' | 'observed'
  at: string
  prefix: string
}>({
  name: 'faults',
  inputs: fc.record({
    fault: fc.nat(OPTIONS.length - 1),
    endpoint: fc.nat(ENDPOINTS.length - 1),
    dialect: fc.constantFrom('documented', 'observed'),
    at: fc.constantFrom(...AT),
    prefix: fc.constantFrom('arbitrum', 'avalanche-fallback', 'botanix'),
  }),
  count: () => 2,
  async attack({ fault, endpoint, dialect, at, prefix }) {
    const bugs: unknown[] = []
    await using sim = await startSimulator({
      dialect,
      clock: { at },
      onBug: (error) => void bugs.push(error),
    })
    const path = `/${prefix}${exampleOf(ENDPOINTS[endpoint])}`
    const plain = await sim.fetch(path)
    const plainText = await plain.text()
    try {
      await sim.loadScenario({ rules: [{ fault: OPTIONS[fault] }] })
    } catch (error) {
      hold(error instanceof UserError, 'a fault that cannot act is refused', String(error))
      return
    }
    const over = new AbortController()
    const patience = setTimeout(() => over.abort(), 50)
    try {
      const reply = await sim.fetch(path, { signal: over.signal })
      const isAnnounced = reply.headers.has('x-gmx-sim-rule')
      const text = await reply.text()
      const isChanged =
        text !== plainText ||
        reply.status !== plain.status ||
        reply.headers.get('x-gmx-sim-at') !== plain.headers.get('x-gmx-sim-at')
      hold(isAnnounced || !isChanged, 'what is changed is announced', [path, OPTIONS[fault], text])
      const [entry] = sim.journal.entries().slice(-1)
      hold(
        (entry.outcome === 'unchanged') === (entry.rule !== null && !isAnnounced),
        'the journal says the same',
        entry,
      )
    } catch (error) {
      if (
        error instanceof Error &&
        error.message.includes(':') &&
        !(error instanceof TypeError) &&
        error.name === 'Error'
      )
        throw error
    } finally {
      clearTimeout(patience)
    }
    hold(
      bugs.length === 0,
      'no bug',
      bugs.map((error) => String((error as Error).stack)),
    )
  },
})
