import { expect, test } from 'vitest'
import { MAX_KINDS } from '../../../src/session/journal/counts.js'
import { createJournalParts } from '../../../src/session/journal/journal.js'
import { MemoryJournal } from '../../../src/session/journal/memory-journal.js'
import { PING } from '../../support/journal.js'
import { PATIENCE_MS } from '../../support/patience.js'

test('a wait counts past and new requests, and restarts with the journal', async () => {
  const journal = new MemoryJournal()
  const waiting = () => journal.waitFor({ endpoint: 'ping' }, 3, AbortSignal.timeout(PATIENCE_MS))
  const come = (times: number) => {
    for (let n = 0; n < times; n++) journal.add(PING, null, 200, 'ok')
  }
  come(2)
  const first = waiting()
  journal.add({ ...PING, endpoint: 'tickers' }, null, 200, 'ok')
  expect(journal.waiting).toBe(1)
  journal.clear()
  come(2)
  expect(journal.waiting).toBe(1)
  come(1)
  expect([await first, journal.waiting, await waiting()]).toEqual([true, 0, true])
})

test('rules have separate counters up to a limit; the rest share one, with all other facts exact', () => {
  const journal = new MemoryJournal()
  for (let n = 0; n < 6000; n++) journal.add(PING, `rule ${n}`, 500 + (n % 2), 'status')
  expect(journal.count({ status: 500 })).toBe(3000)
  expect(journal.count({ rule: 'rule 17' })).toBe(1)
  expect(journal.count({ rule: 'rule 5999' })).toBe(0)
  expect(journal.count({ rule: '(other)' })).toBe(1000)
  expect(journal.entries({ rule: 'rule 5999' }).length).toBe(1)
})

test('requests of one client, or one with an id, are counted among the kept ones', () => {
  const journal = new MemoryJournal()
  const ask = (userAgent: string, requestId: string, status = 200) => {
    const headers: Readonly<Record<string, string>> = { 'user-agent': userAgent, 'x-request-id': requestId }
    journal.add({ ...PING, header: (name: string) => headers[name] }, null, status, 'ok')
  }
  ask('bot', 'a')
  ask('bot', 'b', 503)
  ask('app', 'a')
  const counted = [
    { userAgent: 'bot' },
    { requestId: 'a' },
    { userAgent: 'bot', requestId: 'a' },
    { userAgent: 'bot', status: 503 },
  ]
  expect(counted.map((filter) => journal.count(filter))).toEqual([2, 2, 1, 1])
  expect(journal.entries({ userAgent: 'app' }).map(({ n }) => n)).toEqual([3])
})

test('a rule that turns out to change nothing is counted as that', async () => {
  const journal = new MemoryJournal()
  const line = journal.add(PING, 'rule', 200, 'partial')
  const waiting = journal.waitFor({ outcome: 'unchanged' }, 1, AbortSignal.timeout(PATIENCE_MS))
  journal.changeNothing(line)
  expect(await waiting).toBe(true)
  expect(journal.entries().map(({ outcome }) => outcome)).toEqual(['unchanged'])
  expect([journal.count({ outcome: 'partial' }), journal.count({ rule: 'rule' })]).toEqual([0, 1])
  const late = journal.add(PING, 'rule', 200, 'partial')
  journal.clear()
  journal.add(PING, 'rule', 200, 'partial')
  journal.changeNothing(late)
  expect([journal.count(), journal.count({ outcome: 'partial' })]).toEqual([1, 1])
})

test('a rule that shares its counter and turns out to change nothing is counted as that, too', () => {
  const journal = new MemoryJournal()
  for (let n = 0; n < MAX_KINDS; n++) journal.add(PING, `rule ${n}`, 200, 'partial')
  journal.changeNothing(journal.add(PING, 'further rule', 200, 'partial'))
  expect([journal.count({ outcome: 'partial' }), journal.count({ outcome: 'unchanged' })]).toEqual([
    MAX_KINDS,
    1,
  ])
})

test('how a client fared in an incident outlasts the records of its requests, and a snapshot keeps it', () => {
  const journal = new MemoryJournal(createJournalParts(undefined, { maxBytes: 50_000 }))
  const run = { id: 'run', headerNames: [] }
  const ask = (base: 'primary' | 'fallback', atMs: number, status: number) => {
    const line = journal.add({ ...PING, base, atMs }, null, status, 'any', run)
    journal.finish(line, 5, PING)
  }
  ask('primary', 1000, 503)
  ask('fallback', 2000, 503)
  ask('fallback', 3000, 200)
  const state = journal.state()
  for (let n = 0; n < 1000; n++) ask('primary', 10_000 + n, 200)
  expect(journal.find(1)).toBeUndefined()
  const fared = { failed: 2, firstFailureMs: 1000, failovers: 1, outage: { of: 'arbitrum ping', ms: 2005 } }
  expect(journal.incidents.of('run')).toMatchObject([{ ...fared, requests: 1003 }])
  journal.restore(state)
  expect(journal.incidents.of('run')).toMatchObject([{ ...fared, requests: 3 }])
  journal.clear()
  expect(journal.incidents.of('run')).toEqual([])
})

test('a stream is one request of an incident, however often its facts change', () => {
  const journal = new MemoryJournal()
  const line = journal.add(PING, null, 101, 'ok', { id: 'run', headerNames: [] })
  journal.amended(line)
  journal.finish(line, 5, PING)
  for (let n = 0; n < 5; n++) journal.amended(line)
  expect(journal.incidents.of('run')).toMatchObject([{ requests: 1 }])
})
