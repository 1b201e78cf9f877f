/** The detail of a request as text: its command, and what the client made of it. */
import { expect, test } from 'vitest'
import { curlOf, verdictsOf, windowInWords } from '../../../src/entrypoints/ui/journal/verdicts.js'
import type { EntryDetail } from '../../../src/entrypoints/ui/replies.js'
import { toldEntry } from '../../support/told-entry.js'

const detail = (more: Partial<EntryDetail>): EntryDetail => ({
  entry: toldEntry(5),
  scenario: null,
  rules: [],
  decided: null,
  error: null,
  previous: null,
  next: null,
  attempt: { kind: 'poll', first: 5, answer: { n: 5, afterMs: 3 } },
  asked: null,
  waiting: null,
  ignored: null,
  ...more,
})
const wordsOf = (more: Partial<EntryDetail>) =>
  verdictsOf(detail(more)).map(({ met, words, n }) => [met, n === null ? words : `${words} #${n}`])

test('an answered poll needs no words', () => {
  expect(wordsOf({})).toEqual([])
})

test('Retry-After: honoured, or ignored by the request itself', () => {
  const pause = { n: 7, retryAfterMs: 2000, waitedMs: 2100, honoured: true }
  expect(wordsOf({ asked: pause })).toEqual([['good', 'Retry-After 2 s honoured: 2.1 s until #7']])
  expect(wordsOf({ asked: { ...pause, waitedMs: 500, honoured: false } })).toEqual([
    ['error', 'Retry-After 2 s ignored: only 500 ms until #7'],
  ])
  expect(wordsOf({ ignored: { n: 4, retryAfterMs: 2000, waitedMs: 500, honoured: false } })).toEqual([
    ['error', 'Ignored Retry-After: waited 500 ms instead of 2 s after #4'],
  ])
})

test('Retry-After of a base that was not asked again', () => {
  expect(wordsOf({ waiting: { retryAfterMs: 2000, waitedMs: 900 } })).toEqual([
    [null, 'Retry-After 2 s: this base was not asked again so far, for 900 ms'],
  ])
  expect(wordsOf({ waiting: { retryAfterMs: 2000, waitedMs: 61_000 } })).toEqual([
    ['good', 'Retry-After 2 s honoured: this base was not asked again'],
  ])
})

test('retries and failovers name their poll and its answer', () => {
  expect(wordsOf({ attempt: { kind: 'retry', first: 4, answer: { n: 6, afterMs: 430 } } })).toEqual([
    [null, 'Retry: this base had just failed #4'],
    ['good', 'Its query was answered 430 ms later by #6'],
  ])
  expect(wordsOf({ attempt: { kind: 'failover', first: 4, answer: null } })).toEqual([
    [null, 'Failover: another base had failed #4'],
    ['error', 'Its query has no answer so far'],
  ])
  expect(wordsOf({ attempt: { kind: 'probe', first: 5, answer: null } })).toEqual([[null, 'Health probe']])
})

test('the window and the counts of a rule', () => {
  const decided = { what: '', match: '', fromMs: 10_000, untilMs: 30_000, matched: 66, fired: 40 }
  expect(windowInWords(decided)).toBe(
    '10 s to 30 s after the scenario was loaded, fired on 40 requests so far',
  )
  expect(windowInWords({ ...decided, untilMs: null, matched: 1, fired: 1 })).toBe(
    'from 10 s after the scenario was loaded, fired on 1 request so far',
  )
  expect(windowInWords({ ...decided, fromMs: 0, untilMs: null })).toMatch(/^at all times,/)
})

test('a command repeats the request, quoted for a shell', () => {
  const of = (more: Parameters<typeof toldEntry>[1]) => curlOf(toldEntry(1, more), 'http://127.0.0.1:9001')
  expect(of({})).toBe("curl -i 'http://127.0.0.1:9001/prices/tickers'")
  expect(of({ method: 'POST', userAgent: "it's me", requestId: 'a b' })).toBe(
    "curl -i 'http://127.0.0.1:9001/prices/tickers' -X POST -A 'it'\\''s me' -H 'x-request-id: a b'",
  )
  expect(of({ method: 'HEAD' })).toContain('--head')
  // Not without all of its URL.
  expect(of({ urlLength: 9000 })).toBeUndefined()
})
