import { pluralize } from '../../kit/text/words.js'
import { isBad, matchesOf, type PriceMatch } from '../matches.js'
import { pollsOf, type Question, questionsOf } from '../polls.js'
import { reportsMostOf } from '../reports.js'
import { withFramesOf } from '../streams.js'
import { isUseful, type TimelineRequest } from '../timeline.js'
import { defineCheck } from './define.js'
import { isActiveAfter, unobservable } from './evidence.js'

export const refusesBadData = defineCheck({
  id: 'refuses-bad-data',
  asks: 'observations of bad data: poisoned values, symbols missing from a reply, bodies of errors, no price at all',
  level: 'MUST',
  weight: 10,
  unit: 'observations',
  good: 0,
  fails: 1,
  failsAt: true,
  needs: 'a reply with bad data, and a client that reports the price it acts on',
  about: ({ met, flaw }) => met === 'wrong' && flaw !== 'stale',
  look(timeline) {
    const answered = withFramesOf(timeline).filter(({ end }) => end === 'answered')
    const flawed = answered.filter(({ content }) => content !== null && content.flaw !== null)
    const matches = matchesOf(timeline)
    const bad = matches.filter(isBad)
    const unlessFailed = unobservable(timeline)
    if (flawed.length === 0 && bad.length === 0)
      // Includes replies without prices, such as the configuration of markets.
      return answered.some(({ fate: { flaw } }) => flaw === 'partial' || flaw === 'poisoned')
        ? 'not observable'
        : 'not exercised'
    const isReported = flawed.some(({ asked }) => reportsMostOf(timeline, asked))
    if (bad.length === 0 && !isReported) {
      if (flawed.length < MIN_LEFT || !flawed.every(isLeftIn(questionsOf(timeline))))
        return unlessFailed ?? 'not observable'
      return { measured: 0, evidence: flawed, kinds: '', replies: flawed.length, count: 0, unlessFailed }
    }
    const sources = new Set(bad.map(({ content }) => content))
    const [first] = flawed
    if (bad.length === 0 && !isActiveAfter(timeline, first!)) return 'inconclusive'
    return {
      measured: bad.length,
      evidence: flawed.filter(({ content }) => sources.has(content)),
      kinds: kindsOf(bad),
      replies: flawed.length,
      count: matches.length,
      unlessFailed,
    }
  },
  says: {
    pass: ({ replies, count }) =>
      count === 0
        ? `asked another base at once after each of ${pluralize(replies, 'reply', 'replies')} with bad data (weaker evidence: the client reports no prices, or few of them)`
        : `none of ${pluralize(count, 'observation')} used bad data from ${pluralize(replies, 'reply', 'replies')}`,
    fail: ({ measured, kinds }) =>
      `acted on bad data ${pluralize(measured, 'time')} (${kinds}). Check status, shape and each price of a reply before you use it, and ask another base instead`,
    'not exercised': 'no reply had bad data',
    inconclusive: 'the client sent no request and reported no price after a reply with bad data',
    'not observable': 'replies had bad data, and the client reports no price from such replies',
  },
})

const NAMES: Readonly<Partial<Record<PriceMatch['reading'], string>>> = {
  poisoned: 'poisoned values',
  partial: 'missing symbols',
  invalid: 'no price, or not one of this endpoint',
}

/** `3 × poisoned values, 1 × missing symbols`. */
function kindsOf(bad: readonly PriceMatch[]): string {
  const kinds = Object.entries(NAMES).map(([kind, name]) => {
    const { length } = bad.filter(({ reading }) => reading === kind)
    return length > 0 && `${length} × ${name}`
  })
  return kinds.filter(Boolean).join(', ')
}

/** Fewer may be left by chance. */
const MIN_LEFT = 2

/** Whether a good reply was asked for within its poll after a bad one. Nothing shows which of two parallel ones was taken. */
function isLeftIn(questions: readonly Question[]): (request: TimelineRequest) => boolean {
  const polls = questions
    .filter(({ policy }) => policy.kind !== 'parallel')
    .flatMap((question) => Array.from(pollsOf(question)))
  const left = new Set(
    polls.flatMap((poll) =>
      poll.filter(({ n, endMs }) =>
        poll.some((one) => one.n > n && isUseful(one) && one.atMs >= (endMs ?? Infinity)),
      ),
    ),
  )
  return (request) => left.has(request)
}
