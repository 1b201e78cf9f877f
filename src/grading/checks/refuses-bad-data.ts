import { pluralize } from '../../kit/text/pluralize.js'
import { isBad, matchesOf, type PriceMatch } from '../matches.js'
import { questionsOf } from '../polls.js'
import { takenForAnswersIn } from '../swallowed.js'
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
    const flawed = timeline.requests.filter(
      ({ content, end }) => end === 'answered' && content !== null && content.flaw !== null,
    )
    const matches = matchesOf(timeline)
    const bad = matches.filter(isBad)
    if (flawed.length === 0 && bad.length === 0) return 'not exercised'
    if (timeline.observations.length === 0) return 'not observable'
    const sources = new Set(bad.map(({ content }) => content))
    const taken = bad.length === 0 ? takenForAnswersIn(questionsOf(timeline)) : []
    const [first] = flawed
    if (bad.length + taken.length === 0 && !isActiveAfter(timeline, first)) return 'inconclusive'
    const acted = flawed.filter(({ content }) => sources.has(content))
    return {
      measured: bad.length + taken.length,
      evidence: [...acted, ...taken].map(({ n }) => n),
      taken,
      kinds: kindsOf(bad),
      replies: flawed.length,
      count: matches.length,
      unlessFailed: unobservable(timeline),
    }
  },
  says: {
    pass: ({ replies, count }) =>
      `none of ${pluralize(count, 'observation')} used bad data from ${pluralize(replies, 'reply', 'replies')}`,
    fail: ({ measured, kinds, taken }) =>
      `${
        taken.length === 0
          ? `acted on bad data ${pluralize(measured, 'time')} (${kinds})`
          : `took ${pluralize(measured, 'reply', 'replies')} without prices for answers to ${queryOf(taken[0])}: kept asking ${placeOf(taken[0])} alone, no sooner than usual, and had no price`
      }. Check status, shape and each price of a reply before you use it, and ask another base instead`,
    'not exercised': 'no reply had bad data',
    inconclusive: 'the client sent no request and reported no price after a reply with bad data',
    'not observable': 'replies had bad data, and the client does not report what it acts on',
  },
})

const NAMES: Readonly<Partial<Record<PriceMatch['reading'], string>>> = {
  poisoned: 'poisoned values',
  partial: 'missing symbols',
  invalid: 'no price, or not one of this endpoint',
}

/** `3 poisoned values, 1 missing symbols`. */
function kindsOf(bad: readonly PriceMatch[]): string {
  return Object.entries(NAMES)
    .map(([kind, name]) => ({ name, count: bad.filter(({ reading }) => reading === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${count} × ${name}`)
    .join(', ')
}
