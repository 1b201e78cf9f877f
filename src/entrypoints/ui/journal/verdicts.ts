/** Verdicts of the journal so far on a client's conduct around one request, in words. */
import { durationInWords } from '../../../kit/text/duration-in-words.js'
import type { EntryDetail } from '../replies.js'

export interface ConductVerdict {
  readonly isGood: boolean | null
  readonly words: string
  /** The request that it is about. */
  readonly n: number | null
}

const KIND_WORDS = {
  retry: 'Retry: this base had just failed',
  failover: 'Failover: another base had failed',
  hedge: 'Hedge: another base had not yet answered',
} as const

export function verdictsOf({ entry, attempt, asked, waiting, ignored }: EntryDetail): ConductVerdict[] {
  const verdicts: ConductVerdict[] = []
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
  if (waiting !== null) {
    const { retryAfterMs, waitedMs } = waiting
    const [wanted, waited] = [retryAfterMs, waitedMs].map(durationInWords)
    const isHonoured = waitedMs >= retryAfterMs
    verdicts.push({
      isGood: isHonoured ? true : null,
      words: isHonoured
        ? `Retry-After ${wanted} honoured: this base was not asked again`
        : `Retry-After ${wanted}: this base was not asked again so far, for ${waited}`,
      n: null,
    })
  }
  if (attempt === null) return verdicts
  const { kind, first, answer } = attempt
  if (kind === 'probe') return [...verdicts, { isGood: null, words: 'Health probe', n: null }]
  if (kind !== 'poll') verdicts.push({ isGood: null, words: KIND_WORDS[kind], n: first })
  if (answer === null) verdicts.push({ isGood: false, words: 'Its query has no answer so far', n: null })
  else if (answer.n !== entry.n)
    verdicts.push({
      isGood: true,
      words: `Its query was answered ${durationInWords(answer.afterMs)} later by`,
      n: answer.n,
    })
  return verdicts
}

/** The rule that decided: window and count, such as `10 s to 30 s after the scenario was loaded, fired on 40 requests so far`. */
export function windowInWords({ fromMs, untilMs, fired }: NonNullable<EntryDetail['decided']>): string {
  const span =
    untilMs === null
      ? `from ${durationInWords(fromMs)}`
      : `${durationInWords(fromMs)} to ${durationInWords(untilMs)}`
  const isAlways = untilMs === null && fromMs === 0
  const window = isAlways ? 'at all times' : `${span} after the scenario was loaded`
  return `${window}, fired on ${fired} ${fired === 1 ? 'request' : 'requests'} so far`
}
