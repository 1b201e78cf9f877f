/** The reference clients on a busy machine: their timers fire up to 0.4 s late, and no verdict of the table turns into its opposite. */
import { expect, test } from 'vitest'
import { rehearse } from '../../src/entrypoints/testing/rehearse.js'
import { inProcess } from './clients/in-process.js'
import { createChance } from './clients/kit.js'
import { WARM_UP_MS } from './clients/scenarios.js'
import { contradictions, incidentOf, ROWS, type Row } from './verdicts.js'

/** In the last three, health probes are especially late. */
const SEEDS = [1, 83, 123, 145]
/** One timer in ten is up to 400 ms late, the others up to 50 ms; each request leaves up to 100 ms late. */
const [RARELY, VERY_LATE_MS, LATE_MS, REQUEST_SHARE] = [0.1, 400, 50, 0.25]

/** Clients whose requests fall on a bound of the incident, so that a late timer is another conduct. */
const AT_A_BOUND: readonly string[] = [
  // Its period equals the wait that it does not read.
  'interval-2s, limited-2s',
  // Its forty requests take as long as the fault.
  'storm-of-40, down-10s',
  // Its probes begin as the base that flaps fails again.
  'exemplary, flapping',
]
const isBetween = ({ client, incident }: Row) => !AT_A_BOUND.includes(`${client}, ${incident}`)

/** A warning lies between a pass and a failure. */
const ONE_STEP = /: (warn, not (pass|fail)|(pass|fail), not warn): /

test.for(ROWS.filter(isBetween))('$client, $incident', async (row) => {
  const { scenario, coolDownMs } = incidentOf(row)
  const wrong: string[] = []
  for (const seed of SEEDS) {
    const chance = createChance(seed)
    const lateMs = () => chance() * (chance() < RARELY ? VERY_LATE_MS : LATE_MS)
    const report = await rehearse({
      scenarios: [scenario],
      client: inProcess(row.client, ({ sleep, fetch }) => ({
        sleep: (ms) => sleep(ms + lateMs()),
        fetch: async (...asked) => {
          await sleep(REQUEST_SHARE * lateMs())
          return fetch(...asked)
        },
      })),
      warmUp: `${WARM_UP_MS}ms`,
      coolDown: `${coolDownMs}ms`,
    })
    const opposite = contradictions(row, report).filter((contradiction) => !ONE_STEP.test(contradiction))
    for (const contradiction of opposite) wrong.push(`seed ${seed}, ${contradiction}`)
  }
  expect(wrong).toEqual([])
})
