/** From nothing to the first 200, and back: what a test pays that has a server of its own. */
import { byTurns, percentile } from '../rounds.js'
import { able, serve } from './set-up.js'
import { judged, toRead } from './topic.js'

/** @param {readonly number[]} values */
const p95 = (values) => percentile(values, 0.95)

/** @param {import('./set-up.js').Plan} plan @returns {Promise<import('./topic.js').Topic[]>} */
export async function measureCycles(plan) {
  const seen = await byTurns(able(plan, 'plain'), { warmUp: 1, rounds: plan.cycles }, async (who) => {
    const { startMs, stop } = await serve(who, 'plain', plan)
    const from = performance.now()
    const ending = await stop()
    return { startMs, ending, cycleMs: startMs + performance.now() - from }
  })
  const endings = new Map(
    [...seen].map(([who, list]) => [who, [...new Set(list.map(({ ending }) => ending))].join(', ')]),
  )
  return [
    {
      title: `${plan.cycles} times started, asked for the tickers, and told to end by SIGTERM`,
      columns: [
        judged('first 200, ms', 'less', seen, ({ startMs }) => startMs),
        judged('p95, ms', 'less', seen, ({ startMs }) => startMs, p95),
        judged('whole cycle, ms', 'less', seen, ({ cycleMs }) => cycleMs),
        toRead('ends with', endings),
      ],
      notes: [
        'ends with: exit 0 has ended by itself, SIGTERM has not looked at the signal and is ended by it.',
      ],
    },
  ]
}
