/** Verdicts of the journal so far on a client's conduct around one request, in words. */
import { durationInWords } from '../../core/duration-in-words.js'
import type { EntryDetail } from '../replies.js'

export interface Verdict {
  readonly isGood: boolean | null
  readonly words: string
  /** The request that it is about. */
  readonly n: number | null
}

const KIND_WORDS = {
  retry: 'Retry: this base had just failed the poll that began with',
  failover: 'Failover: another base had failed the poll that began with',
  hedge: 'Sent while another base had not answered the poll that began with',
} as const

export function verdictsOf({ entry, attempt, asked, ignored }: EntryDetail): Verdict[] {
  const verdicts: Verdict[] = []
  if (ignored !== null)
    verdicts.push({
      isGood: false,
      words: `Ignored Retry-After: waited ${durationInWords(ignored.waitedMs)} instead of ${durationInWords(ignored.retryAfterMs)} after`,
      n: ignored.n,
    })
  if (asked !== null) {
    const { n, honoured, waitedMs, retryAfterMs } = asked
    const [waited, wanted] = [waitedMs, retryAfterMs].map(durationInWords)
    const words = honoured
      ? `Retry-After ${wanted} honoured: ${waited} until`
      : `Retry-After ${wanted} ignored: only ${waited} until`
    verdicts.push({ isGood: honoured, words, n })
  }
  if (attempt === null) return verdicts
  const { kind, first, answer } = attempt
  if (kind === 'probe') return [...verdicts, { isGood: null, words: 'Health probe', n: null }]
  if (kind !== 'poll') verdicts.push({ isGood: null, words: KIND_WORDS[kind], n: first })
  if (answer === null) verdicts.push({ isGood: false, words: 'Its poll has no answer so far', n: null })
  else if (answer.n !== entry.n)
    verdicts.push({
      isGood: true,
      words: `Its poll was answered after ${durationInWords(answer.afterMs)} by`,
      n: answer.n,
    })
  return verdicts
}

/** The rule that decided: window and counts, such as `10 s to 30 s, fired on 40 of 66 matches`. */
export function windowInWords({
  fromMs,
  untilMs,
  matched,
  fired,
}: NonNullable<EntryDetail['decided']>): string {
  const window =
    untilMs === null
      ? fromMs === 0
        ? 'at all times'
        : `from ${durationInWords(fromMs)} on`
      : `${durationInWords(fromMs)} to ${durationInWords(untilMs)}`
  return `${window}, fired on ${fired} of ${matched} ${matched === 1 ? 'match' : 'matches'}`
}
