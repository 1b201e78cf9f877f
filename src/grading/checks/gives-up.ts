import { endOf } from '../questions.js'
import { defineCheck, timeInWords } from './define.js'

const FAILS_MS = 10_000

/** Also of replies that come too late: a client that waits for them waits. */
export const givesUp = defineCheck({
  id: 'gives-up',
  asks: 'how long a request that hangs is waited for',
  level: 'MUST',
  weight: 10,
  unit: 'ms',
  good: 5000,
  fails: FAILS_MS,
  source: "GMX's web app: 5 s for candles, 10 s for its probe",
  needs: 'a request that is never answered',
  look(timeline) {
    const endMs = endOf(timeline)
    const hung = timeline.requests.filter(({ fate }) => fate.met === 'silent')
    if (hung.length === 0) return 'not exercised'
    const waited = hung
      .map((request) => ({
        n: request.n,
        isOver: request.end !== 'open',
        ms: (request.endMs ?? endMs) - request.atMs,
      }))
      // A wait that the end of the rehearsal cut short counts only where it was too long already.
      .filter(({ isOver, ms }) => isOver || ms > FAILS_MS)
      .sort((a, b) => b.ms - a.ms)
    if (waited.length === 0) return 'inconclusive'
    return {
      measured: waited[0].ms,
      evidence: waited.map(({ n }) => n),
      count: hung.length,
      isOver: waited[0].isOver,
    }
  },
  says: {
    pass: ({ measured, count }) =>
      `${requests(count)} not answered; the client gave up after ${timeInWords(measured)} at the latest`,
    fail: ({ measured, count, isOver }) =>
      isOver
        ? `${requests(count)} not answered; the client waited ${timeInWords(measured)}`
        : `${requests(count)} not answered; the client was still waiting at the end, after ${timeInWords(measured)}`,
    'not exercised': 'no request was left without an answer',
    inconclusive: 'the rehearsal ended before the client could give up',
  },
})

function requests(count: number): string {
  return count === 1 ? '1 request was' : `${count} requests were`
}
