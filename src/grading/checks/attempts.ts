import { groupBy } from '../../kit/maps.js'
import { pluralize } from '../../kit/text/words.js'
import { pollsOf, questionsOf } from '../polls.js'
import { isFailed, type Requests } from '../timeline.js'
import { defineCheck } from './define.js'
import { adviseRetries, doubtfulAttempts, momentOf, placeOf, queryOf } from './evidence.js'

export const attempts = defineCheck({
  id: 'attempts',
  asks: 'attempts per query and base while it fails',
  level: 'SHOULD',
  weight: 7.5,
  unit: 'attempts',
  good: 3,
  fails: 5,
  source: 'Google SRE book, standard mode of the AWS SDKs; gRPC A6',
  needs: 'a request that fails',
  look(timeline) {
    const questions = questionsOf(timeline)
    let most: Requests = []
    // Polls are gone through one by one, as there may be a million.
    for (const question of questions)
      for (const poll of pollsOf(question))
        if (poll.some(isFailed))
          for (const alike of groupBy(poll.filter(isFailed), ({ asked }) => asked.base).values())
            if (alike.length > most.length) most = alike
    if (most.length === 0) return 'not exercised'
    const doubtful = doubtfulAttempts(questions)
    if (doubtful !== undefined && doubtful.evidence.length > most.length) return doubtful
    const advice = adviseRetries(timeline, most.slice(1), 'Retry twice at most, then ask another base')
    return { measured: most.length, evidence: most, first: most[0], advice }
  },
  says: {
    pass: ({ measured }) =>
      measured === 1
        ? 'no request was repeated at a base that failed'
        : `no query was sent more than ${pluralize(measured, 'time')} to a base that failed`,
    fail: ({ measured, first, advice }) =>
      `sent ${queryOf(first)} ${pluralize(measured, 'time')} in a row to ${placeOf(first)}, which failed ${momentOf(first.atMs)}. ${advice}`,
    'not exercised': 'no request failed',
  },
})
