import { pluralize } from '../../core/pluralize.js'
import { pollsOf, questionsOf } from '../questions.js'
import { isFailed, type TimelineRequest } from '../timeline.js'
import { defineCheck } from './define.js'

export const attempts = defineCheck({
  id: 'attempts',
  asks: 'attempts per question and base while it fails',
  level: 'SHOULD',
  weight: 7.5,
  unit: 'attempts',
  good: 3,
  fails: 5,
  source: 'Google SRE book, standard mode of the AWS SDKs; gRPC A6',
  needs: 'a request that fails',
  look(timeline) {
    let most: readonly TimelineRequest[] = []
    for (const question of questionsOf(timeline))
      for (const poll of pollsOf(question))
        for (const alike of byBase(poll)) if (alike.length > most.length) most = alike
    if (most.length === 0) return 'not exercised'
    return { measured: most.length, evidence: most.map(({ n }) => n), asked: most[0].asked }
  },
  says: {
    pass: ({ measured }) =>
      `no question was asked more than ${pluralize(measured, 'time')} at a base that failed`,
    fail: ({ measured, asked: { endpoint, network, base, url } }) =>
      `${endpoint ?? url} was asked ${pluralize(measured, 'time')} in a row at ${network} ${base}, which failed`,
    'not exercised': 'no request failed',
  },
})

/** The failures of a poll and its retries, by the base that failed. */
function byBase(poll: readonly TimelineRequest[]): Iterable<readonly TimelineRequest[]> {
  const failed = poll.filter(isFailed)
  if (failed.length < 2) return failed.length === 0 ? [] : [failed]
  const groups = new Map<string, TimelineRequest[]>()
  for (const request of failed) {
    const { base } = request.asked
    const group = groups.get(base)
    if (group === undefined) groups.set(base, [request])
    else group.push(request)
  }
  return groups.values()
}
