import { type Case, calm, caseOf, down, every, primaryDown, type Told } from '../../support/rehearsed.js'

/** Down for five seconds at a time. */
const windows = [10_000, 20_000, 30_000].map((fromMs) => ({ ...primaryDown, fromMs, untilMs: fromMs + 5000 }))
const isDown = (at: number) => windows.some(({ fromMs, untilMs }) => at >= fromMs && at < untilMs)
/** Polls the primary unless `isAway`, and the fallback in its place and after its failures. */
const polling = (isAway: (at: number) => boolean): Told[] =>
  every(1000, 0, 130_000).flatMap(({ at }): Told[] => {
    const elsewhere = { at: at + 20, base: 'fallback' as const }
    if (isAway(at)) return [elsewhere]
    return isDown(at) ? [{ at, ...down }, elsewhere] : [{ at }]
  })

export const CASES: readonly Case[] = [
  caseOf('never elsewhere', 'not exercised', null, { requests: calm }),
  caseOf('back at the first success, each time', 'fail', 2, {
    requests: polling(() => false),
    rules: windows,
  }),
  caseOf('back at the first success, beside one more failure', 'fail', 2, {
    requests: polling(() => false).flatMap((request): Told[] =>
      request.at === 15_000 ? [request, { at: 15_000, ...down }] : [request],
    ),
    rules: windows,
  }),
  caseOf('back once too early', 'warn', 1, {
    requests: polling((at) => at > 20_000 && at < 40_000),
    rules: windows,
  }),
  caseOf('back once too early, and gone by chance when it fails', 'warn', 1, {
    requests: polling((at) => at > 18_000),
    rules: windows,
  }),
  caseOf('back for one request at a time: a probe', 'pass', 0, {
    requests: polling((at) => at > 10_000 && at < 40_000 && at !== 17_000),
    rules: windows,
  }),
  caseOf('back when the base has been healthy for a while', 'pass', 0, {
    requests: polling((at) => at > 10_000 && at < 40_000),
    rules: windows,
  }),
  caseOf('every fifth request fails: no sign of the state of the base', 'not exercised', null, {
    requests: every(1000, 0, 130_000).flatMap(({ at }): Told[] =>
      at % 5000 === 0
        ? [
            { at, rule: 'rule-1', ...down },
            { at: at + 20, base: 'fallback' },
          ]
        : [{ at }],
    ),
    rules: [{ ...primaryDown, isPartly: true }],
  }),
  caseOf('takes the bases in turn', 'not exercised', null, {
    requests: every(1000, 0, 130_000).map(({ at }) => {
      return {
        at,
        base: at % 2000 === 0 ? 'primary' : 'fallback',
        ...(at % 2000 === 0 && isDown(at) && down),
      }
    }),
    rules: windows,
  }),
]
