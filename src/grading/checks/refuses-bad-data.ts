import { pluralize } from '../../core/pluralize.js'
import { matchesOf } from '../matches.js'
import { defineCheck } from './define.js'

export const refusesBadData = defineCheck({
  id: 'refuses-bad-data',
  asks: 'observations of poisoned or partial replies',
  level: 'MUST',
  weight: 10,
  unit: 'observations',
  good: 0,
  fails: 1,
  failsAt: true,
  needs: 'a poisoned or partial reply, and a client that says what it acts on',
  look(timeline) {
    const flawed = timeline.requests.filter(
      ({ content, end }) => end === 'answered' && content !== null && content.flaw !== null,
    )
    if (flawed.length === 0) return 'not exercised'
    if (timeline.observations.length === 0) return 'not observable'
    const matches = matchesOf(timeline)
    const bad = matches.filter(({ reading }) => reading === 'poisoned' || reading === 'partial')
    const sources = new Set(bad.map(({ content }) => content))
    return {
      measured: bad.length,
      evidence: flawed.filter(({ content }) => sources.has(content)).map(({ n }) => n),
      poisoned: bad.filter(({ reading }) => reading === 'poisoned').length,
      replies: flawed.length,
      count: matches.length,
    }
  },
  says: {
    pass: ({ replies, count }) =>
      `${pluralize(replies, 'reply was', 'replies were')} poisoned or partial, and none of ${pluralize(count, 'observation')} is from there`,
    fail: ({ measured, poisoned, replies }) =>
      `the client acted on bad data ${pluralize(measured, 'time')} (${poisoned} poisoned, ${measured - poisoned} partial), from ${pluralize(replies, 'such reply', 'such replies')}`,
    'not exercised': 'no reply was poisoned or partial',
    'not observable': 'bad data was sent; whether the client acted on it, it does not say',
  },
})
