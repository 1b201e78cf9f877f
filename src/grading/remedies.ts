/** Changes of a client, each of which several checks lead to. Reports group their findings by them. */

export interface Remedy {
  /** Imperative, without a full stop. */
  readonly sentence: string
  /** Checks that lead to it unless their finding names another one. */
  readonly checks: readonly string[]
  /** Checks whose findings in the same scenario follow from those. */
  readonly explains?: readonly string[]
  /** Whether only a client that asks several bases can follow it. */
  readonly needsBases?: true
}

/** In the order of reports, where level and verdict are equal. */
export const REMEDIES = {
  'use-several-bases': {
    sentence: 'Configure a second base, and ask it when the first one fails',
    checks: [],
    explains: ['answers-again', 'keeps-serving', 'notices-stale', 'leaves-dead-alone', 'fails-back'],
  },
  survive: {
    sentence: 'Catch what requests and the reading of replies throw, and go on polling',
    checks: ['survives'],
    explains: ['answers-again', 'keeps-serving', 'notices-stale', 'fails-back'],
  },
  'verify-certificates': { sentence: 'Verify certificates', checks: ['verifies-certificates'] },
  'set-timeout': {
    sentence: 'Give each request a timeout of 5 s or less, then ask another base',
    checks: ['gives-up'],
    explains: ['answers-again', 'keeps-serving', 'notices-stale'],
  },
  'check-replies': {
    sentence: 'Check status, shape and prices of each reply, and ask another base when one is wrong',
    checks: ['refuses-bad-data'],
    explains: ['answers-again', 'keeps-serving', 'notices-stale'],
  },
  'fail-over': {
    sentence: 'Ask another base as soon as one fails',
    checks: ['keeps-serving', 'answers-again'],
    explains: ['notices-stale', 'leaves-dead-alone'],
    needsBases: true,
  },
  'check-age': {
    sentence: "Check a price's age, and ask another base when it is old",
    checks: ['notices-stale'],
    explains: ['answers-again', 'keeps-serving'],
  },
  'expire-frames': {
    sentence: 'Let the prices of a stream expire after 10 s, and read REST until frames come again',
    checks: ['notices-silence'],
    explains: ['keeps-serving', 'notices-stale'],
  },
  'subscribe-again': {
    sentence: 'Connect again when a stream closes, and subscribe to all its channels',
    checks: ['resubscribes'],
    explains: ['keeps-serving', 'notices-stale'],
  },
  'heed-retry-after': {
    sentence: 'Remember Retry-After per base, across queries',
    checks: ['retry-after'],
    explains: ['amplification'],
  },
  'cap-backoff': {
    sentence: 'Cap the backoff at a few seconds, and keep it per base',
    checks: [],
    explains: ['answers-again', 'notices-stale'],
  },
  'leave-failed-base': {
    sentence: 'Leave a failed base alone for 10 s, then try it with one request',
    checks: ['leaves-dead-alone'],
    explains: ['amplification'],
    needsBases: true,
  },
  'retry-less': {
    sentence:
      'Retry less: back off, limit retries to 10 % of requests, and turn off those of the HTTP library',
    checks: ['amplification'],
  },
  'return-to-primary': {
    sentence: 'Return to a base that failed, once it has answered several probes well',
    checks: ['fails-back', 'no-flapping'],
    needsBases: true,
  },
  'drop-bad-query': {
    sentence: 'Fix or drop a query that got 400, and do not count it against the base',
    checks: ['no-blind-retry'],
  },
} as const satisfies Readonly<Record<string, Remedy>>

export type RemedyId = keyof typeof REMEDIES

/** Undefined for a check that only observes. */
export function usualRemedyOf(checkId: string): RemedyId | undefined {
  return REMEDY_IDS.find((id) => (REMEDIES[id].checks as readonly string[]).includes(checkId))
}

export const REMEDY_IDS = Object.keys(REMEDIES) as readonly RemedyId[]
