import { groupBy } from '../../kit/maps.js'
import { during } from '../phases.js'
import { questionsOf } from '../polls.js'
import {
  isAbout,
  type RuleWindow,
  TIMER_TOLERANCE_MS,
  type Timeline,
  type TimelineRequest,
} from '../timeline.js'
import { defineCheck } from './define.js'
import { inconclusive, momentOf, placeOf } from './evidence.js'

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
    if (accepted.length === 0 && !met.some(({ isProven }) => isProven))
      return inconclusive(
        `the client sent nothing while ${placeOf(shown)} presented ${first.certificate}: it may have rejected it, or not have connected. A longer incident, or another base to fail over to, shows which`,
        [shown],
      )
    const evidence = accepted.length === 0 ? [shown] : accepted
    return { measured: accepted.length, evidence, certificate: first.certificate, shown }
  },
  says: {
    pass: ({ certificate, shown }) => `rejected ${certificate} of ${placeOf(shown)}`,
    fail: ({ certificate, shown, measured }) =>
      `anyone on the network path can send it prices: it accepted ${certificate} of ${placeOf(shown)} ${momentOf(shown.atMs)}, and sent ${measured} requests. Verify certificates: remove NODE_TLS_REJECT_UNAUTHORIZED=0, rejectUnauthorized: false, verify=False or --insecure`,
    'not exercised': 'no base in use presented a certificate that must be rejected',
  },
})

/** A certificate that was presented to a client that used the base: one that rejects it sends no request. */
function encounterOf(timeline: Timeline, rule: RuleWindow) {
  const { requests } = timeline
  const { certificate, fromMs } = rule
  const untilMs = rule.untilMs ?? Infinity
  if (certificate === undefined) return []
  const alike = requests.filter(({ asked }) => isAbout(rule, asked))
  const accepted = during(alike, { fromMs: fromMs + TIMER_TOLERANCE_MS, toMs: untilMs })
  const earlier = requests.filter(({ atMs }) => atMs < fromMs)
  const inUse = Array.from(groupBy(earlier, ({ asked }) => asked.question).values(), (alike) => alike.at(-1))
  /** The last request to the base before. */
  const before = inUse.find((last) => last && isAbout(rule, last.asked)) ?? accepted[0]
  if (before === undefined) return []
  const { client, question } = before.asked
  const isSame = ({ asked }: TimelineRequest) => asked.client === client && asked.question === question
  const periodMs = questionsOf(timeline).find(({ requests: [first] }) => isSame(first))?.periodMs ?? Infinity
  const later = requests.filter(({ asked, atMs }) => asked.client === client && atMs >= fromMs)
  /** Whether the client was active meanwhile, or skipped polls and returned. */
  const isProven = later.some(({ asked, atMs }) =>
    atMs < untilMs ? !isAbout(rule, asked) : before.atMs + periodMs < untilMs,
  )
  return [{ certificate, before, accepted, isProven }]
}
