/** Copies of one client: whether they come back together after a failure, and where that is said. */
import { beforeAll, describe, expect, test } from 'vitest'
import { herdOf } from '../../src/rehearsal/grade.js'
import { down, type Told, timelineOf } from '../support/rehearsed.js'
import { rehearse } from '../support/timelines.js'
import { inProcess } from './clients/in-process.js'

const COPIES = 10
const HERD = { scenarios: ['thundering-herd'], clients: COPIES } as const

/** `random` in place of the chance that each copy has of its own. */
const herdOfClient = async (name: string, random?: () => number) => {
  const report = await rehearse({ ...HERD, client: inProcess(name, random && (() => ({ random }))) })
  return { report, herd: report.scenarios[0].herd! }
}

describe('copies of a client', () => {
  let together: ReturnType<typeof herdOfClient>
  beforeAll(async () => {
    together = herdOfClient('polite', () => 0.5)
    await together
  })

  test('return at once when synchronised, and spread out with jitter', async () => {
    const { herd } = await together
    const scattered = await herdOfClient('polite')
    // Two questions each.
    expect(herd).toMatchObject({ copies: COPIES, copiesAtPeak: COPIES, peak: 2 * COPIES })
    expect(scattered.herd.peak).toBeLessThan(COPIES)
    expect(herd.peakOverMean!).toBeGreaterThan(2.5 * scattered.herd.peakOverMean!)
  })
})

const copies = (requests: readonly Told[], count = 3) =>
  timelineOf({ requests, programs: Array.from({ length: count }, (_none, client) => ({ client })) })

describe('peak-to-mean ratio', () => {
  test('counts requests after a failure in any 100 ms window', () => {
    const failed = [0, 1, 2].map((client) => ({ at: 20_000 + client, client, ...down }))
    const back = [
      { at: 21_050, client: 0 },
      { at: 21_149, client: 1, ...down },
      { at: 21_150, client: 2 },
      { at: 22_050, client: 1 },
      // After an answer: no return.
      { at: 22_060, client: 2 },
    ]
    expect(herdOf(copies([...failed, ...back]))).toEqual({
      copies: 3,
      returns: 4,
      peak: 2,
      copiesAtPeak: 2,
      mean: 0.4,
      peakOverMean: 5,
      peakFromMs: 21_050,
      evidence: [4, 5],
    })
  })
})
