/** A request in words: verdicts on its client's conduct around it, its rule, and the command that repeats it. */

import type { OutcomeClass } from '../../../kit/outcome-class.js'
import { durationInWords } from '../../../kit/text/duration.js'
import { pluralize, shellText } from '../../../kit/text/words.js'
import type { Entry, EntryDetail } from '../replies.js'

interface ConductVerdict {
  /** Null for what is neither good nor bad. */
  readonly met: OutcomeClass | null
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
  const add = (met: OutcomeClass | null, words: string, n: number | null = null) =>
    verdicts.push({ met, words, n })
  if (ignored !== null) {
    const [waited, wanted] = timesOf(ignored)
    add('error', `Ignored Retry-After: waited ${waited} instead of ${wanted} after`, ignored.n)
  }
  if (asked !== null) {
    const [waited, wanted] = timesOf(asked)
    const how = asked.honoured ? `honoured: ${waited}` : `ignored: only ${waited}`
    add(asked.honoured ? 'good' : 'error', `Retry-After ${wanted} ${how} until`, asked.n)
  }
  if (waiting !== null) {
    const [waited, wanted] = timesOf(waiting)
    const isHonoured = waiting.waitedMs >= waiting.retryAfterMs
    const [how, until] = isHonoured ? [' honoured', ''] : ['', ` so far, for ${waited}`]
    add(isHonoured ? 'good' : null, `Retry-After ${wanted}${how}: this base was not asked again${until}`)
  }
  if (attempt?.kind === 'probe') add(null, 'Health probe')
  if (attempt === null || attempt.kind === 'probe') return verdicts
  const { kind, first, answer } = attempt
  if (kind !== 'poll') add(null, KIND_WORDS[kind], first)
  if (answer === null) add('error', 'Its query has no answer so far')
  else if (answer.n !== entry.n)
    add('good', `Its query was answered ${durationInWords(answer.afterMs)} later by`, answer.n)
  return verdicts
}

const timesOf = (pause: { readonly waitedMs: number; readonly retryAfterMs: number }) =>
  [pause.waitedMs, pause.retryAfterMs].map(durationInWords)

/** The rule that decided: window and count, such as `10 s to 30 s after the scenario was loaded, fired on 40 requests so far`. */
export function windowInWords({ fromMs, untilMs, fired }: NonNullable<EntryDetail['decided']>): string {
  const [from, until] = [fromMs, untilMs ?? 0].map(durationInWords)
  const span = untilMs === null ? `from ${from}` : `${from} to ${until}`
  const window = untilMs === null && fromMs === 0 ? 'at all times' : `${span} after the scenario was loaded`
  return `${window}, fired on ${pluralize(fired, 'request')} so far`
}

/** The message of an error's body, or the body itself where it has none or was cut. */
export function messageIn(body: string): string {
  try {
    const { errors, message, error } = JSON.parse(body)
    const found = Array.isArray(errors) ? errors.join('; ') : (message ?? error)
    return typeof found === 'string' ? found : body
  } catch {
    return body
  }
}

/** To repeat a request to a base `address`: `curl -i 'http://…/arbitrum/prices/tickers' -A 'my-dapp/1.4'`; undefined for a URL that was not kept in full. */
export function curlOf(entry: Entry, address: string): string | undefined {
  const { method, url, urlLength, userAgent, requestId } = entry
  if (urlLength > url.length) return undefined
  const options = [
    ...(method === 'GET' ? [] : method === 'HEAD' ? ['--head'] : [`-X ${method}`]),
    ...(userAgent === null ? [] : [`-A ${shellText(userAgent)}`]),
    ...(requestId === null ? [] : [`-H ${shellText(`x-request-id: ${requestId}`)}`]),
  ]
  return ['curl -i', shellText(`${address.replace(/\/$/, '')}${url}`), ...options].join(' ')
}
