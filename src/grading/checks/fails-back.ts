import { downTimesOf, endOf } from '../questions.js'
import { isAnswered, isFailed, type Timeline } from '../timeline.js'
import { defineCheck, timeInWords } from './define.js'

const GOOD_MS = 60_000

export const failsBack = defineCheck({
  id: 'fails-back',
  asks: 'first good answer from the primary after it is well',
  level: 'SHOULD',
  weight: 7.5,
  unit: 'ms',
  good: GOOD_MS,
  fails: 300_000,
  needs: 'a primary that fails throughout and is well again before the end',
  look(timeline) {
    const returns = returnsIn(timeline)
    if (returns.length === 0) return 'not exercised'
    // A minute that is cut short by a second or two is one.
    const told = returns.filter(
      ({ tookMs, restMs }) => tookMs < Number.POSITIVE_INFINITY || restMs > GOOD_MS * 0.9,
    )
    if (told.length === 0) return 'inconclusive'
    const worst = told.reduce((a, b) => (b.tookMs > a.tookMs ? b : a))
    return { measured: worst.tookMs, ...worst }
  },
  says: {
    pass: ({ network, tookMs }) =>
      `the primary of ${network} was asked and answered again ${timeInWords(tookMs)} after it was well`,
    fail: ({ network, tookMs, restMs }) =>
      tookMs < Number.POSITIVE_INFINITY
        ? `it took ${timeInWords(tookMs)} until the primary of ${network} was asked again with success`
        : `the primary of ${network} was well for ${timeInWords(restMs)} and gave no answer again`,
    'not exercised': 'the primary never failed throughout, or was not well again before the end',
    inconclusive: 'the rehearsal ended too soon after the primary was well again: write a longer --cool-down',
  },
})

interface Return {
  readonly network: string
  readonly tookMs: number
  readonly restMs: number
  readonly evidence: readonly number[]
}

/** The last time that each primary was down and well again, where the client has met it. */
function returnsIn(timeline: Timeline): Return[] {
  const endMs = endOf(timeline)
  return Object.keys(timeline.bases).flatMap((network) => {
    const atPrimary = timeline.requests.filter(
      ({ asked }) => asked.network === network && asked.base === 'primary',
    )
    const endpoints = new Set(atPrimary.map(({ asked }) => asked.endpoint))
    return [...endpoints].flatMap((endpoint) => {
      const own = atPrimary.filter(({ asked }) => asked.endpoint === endpoint)
      const down = downTimesOf(timeline, network, 'primary', endpoint).findLast(
        ({ fromMs, untilMs, isRefusing }) =>
          untilMs < endMs &&
          (isRefusing
            ? own.some(({ atMs }) => atMs < fromMs)
            : own.some((request) => isWithin(request.atMs, fromMs, untilMs) && isFailed(request))),
      )
      if (down === undefined) return []
      const answered = own.find((request) => request.atMs >= down.untilMs && isAnswered(request))
      const tookMs =
        answered === undefined ? Number.POSITIVE_INFINITY : (answered.endMs ?? endMs) - down.untilMs
      return [
        {
          network,
          tookMs,
          restMs: endMs - down.untilMs,
          evidence: answered === undefined ? [] : [answered.n],
        },
      ]
    })
  })
}

function isWithin(atMs: number, fromMs: number, untilMs: number): boolean {
  return atMs >= fromMs && atMs < untilMs
}
