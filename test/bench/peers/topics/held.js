/** Many requests held at once: what they weigh, and how long after their delay the last one is answered. */
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { BenchError } from '../host/errors.js'
import { get } from '../host/get.js'
import { treeMegabytes } from '../host/memory.js'
import { byTurns } from '../rounds.js'
import { able, HELD_MS, serve } from './set-up.js'
import { judged, toRead } from './topic.js'

const HELD = 500
/** Late enough for all to be there, early enough for none to be answered. */
const LOOK_MS = 0.8 * HELD_MS

/** @param {import('./set-up.js').Plan} plan @returns {Promise<import('./topic.js').Topic[]>} */
export async function measureHeld(plan) {
  const limits = { warmUp: 0, rounds: plan.fewRounds }
  const seen = await byTurns(able(plan, 'held'), limits, (who) => holdMany(who, plan))
  const answered = new Map([...seen].map(([who, rounds]) => [who, `${rounds[0].answered} of ${HELD}`]))
  const late = judged('ms after its delay', 'less', seen, ({ lateMs }) => lateMs)
  const memory = judged('MB more', 'less', seen, ({ moreMb }) => moreMb)
  return [
    {
      title: `${HELD} requests held for ${HELD_MS} ms each`,
      columns: [toRead('answered', answered), late, ...(process.platform === 'linux' ? [memory] : [])],
      notes: [
        'ms after its delay: when the last one is answered. MB more: while all are held than before they came.',
      ],
    },
  ]
}

/** @param {import('./topic.js').Contender} who @param {import('./set-up.js').Plan} plan */
async function holdMany(who, plan) {
  const { pid, url, stop } = await serve(who, 'held', plan)
  const agent = new Agent({ maxSockets: HELD })
  try {
    const before = treeMegabytes(pid) ?? 0
    const start = performance.now()
    const asked = Promise.all(Array.from({ length: HELD }, () => get(url('tickers'), agent)))
    await sleep(LOOK_MS)
    const moreMb = (treeMegabytes(pid) ?? 0) - before
    const replies = await asked
    const lateMs = performance.now() - start - HELD_MS
    const answered = replies.filter(({ status }) => status === 200).length
    if (answered < HELD)
      throw new BenchError(
        `${who.name} lost held requests`,
        `${answered} of ${HELD} answered`,
        'run it again',
      )
    return { answered, lateMs, moreMb }
  } finally {
    agent.destroy()
    await stop()
  }
}
