import { describe, expect, test } from 'vitest'
import { createLatency } from '../../src/metrics/latency.js'
import { prometheusText } from '../../src/metrics/prometheus.js'
import { createTally } from '../../src/metrics/tally.js'
import { readMetrics } from '../support/prometheus.js'

const kind = { network: 'arbitrum', base: 'primary', endpoint: 'ping', status: 200, rule: null } as const

describe('tally', () => {
  test('requests of one kind have one cell', () => {
    const tally = createTally()
    expect(tally.cellOf(kind)).toBe(tally.cellOf({ ...kind }))
    expect(tally.cellOf(kind)).not.toBe(tally.cellOf({ ...kind, status: 500 }))
    expect([...tally.cells()]).toHaveLength(2)
  })

  test('rules beyond the first hundred are counted together, those from before go on apart', () => {
    const tally = createTally()
    for (let i = 0; i < 5000; i++) tally.cellOf({ ...kind, rule: `rule-${i}` }).count++
    tally.cellOf({ ...kind, rule: 'rule-7' }).count++
    const cells = [...tally.cells()]
    expect(cells).toHaveLength(101)
    expect(cells.find(({ labels }) => labels.rule === 'rule-7')?.count).toBe(2)
    expect(cells.find(({ labels }) => labels.rule === 'other')?.count).toBe(4900)
  })

  test('whatever a rule is called, the text can be read', async () => {
    const tally = createTally()
    const names = ['a"b', 'a\\b', 'a\nb', 'a|b', '}', '€']
    for (const rule of names) tally.cellOf({ ...kind, rule }).count++
    const samples = readMetrics(await prometheusText({ tally, sessions: 0, held: 0, workerBytes: [] }))
    const told = samples.filter(({ name }) => name === 'gmx_sim_requests_total')
    expect(told.map(({ labels }) => labels['rule'])).toEqual(names)
  })
})

describe('latency', () => {
  test('a bucket takes what is no longer than it says; the sum is that of the times themselves', () => {
    const latency = createLatency()
    for (const ms of [0, 0.25, 0.26, 1, 60_000, 60_001, 1e9]) latency.observe(ms)
    const counts = latency.cumulative()
    expect([counts[0], counts[1], counts[2], counts.at(-2), counts.at(-1)]).toEqual([2, 3, 4, 4, 5])
    expect(latency.count).toBe(7)
    expect(latency.sumMs).toBeCloseTo(1e9 + 120_002.51, 3)
  })
})
