import { maxBy } from '../../kit/numbers/lists.js'
import { pluralize } from '../../kit/text/words.js'
import { isBad, isReportedOn, matchesOf, type PriceMatch } from '../matches.js'
import { pollsOf, type Question, questionsOf } from '../polls.js'
import { isUseful, type Requests, type TimelineRequest } from '../timeline.js'
import { defineCheck } from './define.js'
import { isActiveAfter, placeOf, queryOf, unobservable } from './evidence.js'

export const refusesBadData = defineCheck({
  id: 'refuses-bad-data',
  asks: 'observations of bad data: poisoned values, symbols missing from a reply, bodies of errors, no price at all; and replies without prices taken for answers',
  level: 'MUST',
  weight: 10,
  unit: 'observations',
  good: 0,
  fails: 1,
  failsAt: true,
  needs: 'a reply with bad data, and a client that reports the price it acts on',
  about: ({ met, flaw }) => met === 'wrong' && flaw !== 'stale',
  look(timeline) {
    const answered = timeline.requests.filter(({ end }) => end === 'answered')
    const flawed = answered.filter(({ content }) => content !== null && content.flaw !== null)
    const matches = matchesOf(timeline)
    const bad = matches.filter(isBad)
    if (flawed.length === 0 && bad.length === 0)
      // Includes replies without prices, such as the configuration of markets.
      return answered.some(({ fate: { flaw } }) => flaw === 'partial' || flaw === 'poisoned')
        ? 'not observable'
        : 'not exercised'
    const questions = questionsOf(timeline)
    if (timeline.observations.length === 0) {
      if (flawed.length < MIN_LEFT || !flawed.every(isLeftIn(questions))) return 'not observable'
      return { measured: 0, evidence: flawed, taken: [], kinds: '', replies: flawed.length, count: 0 }
    }
    const sources = new Set(bad.map(({ content }) => content))
    const taken = bad.length === 0 ? takenForAnswersIn(questions) : []
    const isReported = flawed.some(({ asked }) => isReportedOn(timeline, asked))
    if (bad.length + taken.length === 0 && !isReported) return 'not observable'
    const [first] = flawed
    if (bad.length + taken.length === 0 && !isActiveAfter(timeline, first)) return 'inconclusive'
    const acted = flawed.filter(({ content }) => sources.has(content))
    return {
      measured: bad.length + taken.length,
      evidence: [...acted, ...taken],
      taken,
      kinds: kindsOf(bad),
      replies: flawed.length,
      count: matches.length,
      unlessFailed: unobservable(timeline),
    }
  },
  says: {
    pass: ({ replies, count }) =>
      count === 0
        ? `asked another base at once after each of ${pluralize(replies, 'reply', 'replies')} with bad data (weaker evidence: the client reports no prices)`
        : `none of ${pluralize(count, 'observation')} used bad data from ${pluralize(replies, 'reply', 'replies')}`,
    fail: ({ measured, kinds, taken }) =>
      `${
        taken.length === 0
          ? `acted on bad data ${pluralize(measured, 'time')} (${kinds})`
          : `took ${pluralize(measured, 'reply', 'replies')} without prices for answers to ${queryOf(taken[0])}: kept asking ${placeOf(taken[0])} alone, no sooner than usual, and had no price`
      }. Check status, shape and each price of a reply before you use it, and ask another base instead`,
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

/** Whether a bad reply was replaced within its poll by a good one from elsewhere. */
function isLeftIn(questions: readonly Question[]): (request: TimelineRequest) => boolean {
  const polls = questions.flatMap((question) => Array.from(pollsOf(question)))
  const left = new Set(polls.filter((poll) => poll.some(isUseful)).flat())
  return (request) => left.has(request)
}

/** Shorter series may end before a client that counts failures leaves the base. */
const MIN_REPLIES = 6
const MIN_MS = 10_000
/** A request earlier or later by this share of the poll period is a reaction. */
const SLACK = 0.5

/**
 * The longest series of replies with status 200 and no prices, during which the client polled one base at its usual pace. One that fails
 * over, retries or backs off has refused them.
 */
function takenForAnswersIn(questions: readonly Question[]): Requests {
  const taken = questions.flatMap(({ requests, periodMs }) =>
    alikeIn(requests).filter((series) => {
      const lastedMs = series[series.length - 1].atMs - series[0].atMs
      const meanMs = lastedMs / (series.length - 1)
      const isAtPace = Math.abs(meanMs - periodMs) <= SLACK * periodMs
      return series.length >= MIN_REPLIES && lastedMs > MIN_MS && isAtPace
    }),
  )
  return maxBy(taken, ({ length }) => length) ?? []
}

/** Consecutive requests that one base answered without prices. */
function alikeIn(requests: Requests): TimelineRequest[][] {
  const all: TimelineRequest[][] = []
  for (const [index, request] of requests.entries()) {
    if (!isEmpty(request)) continue
    const before = requests.at(index - 1)
    if (index > 0 && before && isEmpty(before) && before.asked.base === request.asked.base)
      all[all.length - 1].push(request)
    else all.push([request])
  }
  return all
}

function isEmpty({ fate, end, content }: TimelineRequest): boolean {
  return end === 'answered' && fate.met === 'wrong' && fate.status === 200 && content?.prices.size === 0
}
