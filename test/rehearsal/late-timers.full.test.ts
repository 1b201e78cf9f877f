/** The good reference clients on a busy machine: their timers fire up to 0.4 s late, and they are judged as the table says. */
import { expect, test } from 'vitest'
import { rehearse } from '../../src/entrypoints/testing/rehearse.js'
import { inProcess } from './clients/in-process.js'
import { createChance } from './clients/kit.js'
import { WARM_UP_MS } from './clients/scenarios.js'
import { contradictions, incidentOf, ROWS } from './verdicts.js'

/** In the last four, health probes are especially late, or due when the base in use fails. */
const SEEDS = [1, 83, 123, 145, 403]
const seedsOf = (client: string) => (client === 'probing' ? SEEDS : SEEDS.slice(0, 1))
/** One timer in ten is up to 400 ms late, the others up to 50 ms; each request leaves up to 100 ms late. */
const [RARELY, VERY_LATE_MS, LATE_MS, REQUEST_SHARE] = [0.1, 400, 50, 0.25]

// Being late makes no client better.
test.for(ROWS.filter(({ outcome }) => outcome === 'pass'))('$client, $incident', async (row) => {
  const { scenario, coolDownMs } = incidentOf(row)
  const wrong: string[] = []
  for (const seed of seedsOf(row.client)) {
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
    for (const contradiction of contradictions(row, report)) wrong.push(`seed ${seed}, ${contradiction}`)
  }
  expect(wrong).toEqual([])
})
