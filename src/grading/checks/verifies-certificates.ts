import { groupBy } from '../../kit/maps.js'
import { isAbout } from '../strikes.js'
import { type RuleWindow, TIMER_TOLERANCE_MS, type Timeline, type TimelineRequest } from '../timeline.js'
import { defineCheck } from './define.js'
import { momentOf, placeOf } from './evidence.js'

export const verifiesCertificates = defineCheck({
  id: 'verifies-certificates',
  asks: 'requests over connections whose certificate must be rejected',
  level: 'MUST',
  weight: 10,
  unit: 'requests',
  good: 0,
  fails: 1,
  failsAt: true,
  source: 'RFC 9110, 4.3.4',
  needs: 'an expired, foreign or untrusted certificate at a base in use',
  about: ({ certificate }) => certificate !== undefined,
  look(timeline) {
    const met = timeline.rules.flatMap((rule) => encounterOf(timeline, rule))
    const [first] = met.toSorted((one, other) => other.accepted.length - one.accepted.length)
    if (first === undefined) return 'not exercised'
    const accepted = met.flatMap(({ accepted }) => accepted)
    const shown = first.accepted[0] ?? first.before
    return {
      measured: accepted.length,
      evidence: (accepted.length === 0 ? [shown] : accepted).map(({ n }) => n),
      certificate: first.certificate,
      shown,
    }
  },
  says: {
    pass: ({ certificate, shown }) => `rejected ${certificate} of ${placeOf(shown)}`,
    fail: ({ certificate, shown, measured }) =>
      `anyone on the network path can send it prices: it accepted ${certificate} of ${placeOf(shown)} ${momentOf(shown.atMs)}, and sent ${measured} requests. Verify certificates: remove NODE_TLS_REJECT_UNAUTHORIZED=0, rejectUnauthorized: false, verify=False or --insecure`,
    'not exercised': 'no base in use presented a certificate that must be rejected',
  },
})

interface Encounter {
  readonly certificate: string
  /** The last request to the base before. */
  readonly before: TimelineRequest
  readonly accepted: readonly TimelineRequest[]
}

/** A certificate that was presented to a client that used the base: one that rejects it sends no request. */
function encounterOf({ requests }: Timeline, rule: RuleWindow): Encounter[] {
  const { certificate, fromMs, untilMs } = rule
  if (certificate === undefined) return []
  const alike = requests.filter(({ asked }) => isAbout(rule, asked))
  const accepted = alike.filter(
    ({ atMs }) => atMs >= fromMs + TIMER_TOLERANCE_MS && atMs < (untilMs ?? Infinity),
  )
  const earlier = requests.filter(({ atMs }) => atMs < fromMs)
  const inUse = [...groupBy(earlier, ({ asked }) => asked.question).values()].map(
    (alike) => alike[alike.length - 1],
  )
  const before = inUse.find(({ asked }) => isAbout(rule, asked)) ?? accepted[0]
  return before === undefined ? [] : [{ certificate, before, accepted }]
}
