/** Errors in a scenario with their position: `line:column what was seen: what to write`. */
import { expect, test } from 'vitest'
import { ROUTED } from '../../src/api/endpoints/index.js'
import { loadCatalogue } from '../../src/market/catalogue/load.js'
import { BUILT_IN, NETWORKS } from '../../src/market/catalogue/networks.js'
import { FAULTS } from '../../src/scenario/faults/index.js'
import { checkScenarioValue } from '../../src/scenario/read/read.js'
import { DURATION_HINT, event, fault, match, problemsOf, rule, when } from '../support/problems.js'
import { rowsOf } from '../support/rows.js'

const INSTANT =
  'write an instant from 1990 to 2100 such as 2026-03-01T12:00:00Z, or Unix seconds in quotes, or now'
const IDS = `write one of ${ROUTED.map(({ id }) => id).join(', ')}`
const TOP =
  'write one of $schema, name, description, seed, clock, dialect, rules, events, prices, tokens, expect'

const TEXTS = { file: (text: string) => text, rule, fault, when, match, event }

/** A part of a scenario, its text, and the problem. */
const HANG_HINT = 'write `hang: true` and `when: { until: 30s }`'
const PROBLEMS = String.raw`
  file | rule: [] | 1:1 unknown key "rule": did you mean rules?
  file | name: a\nbanana: 1 | 2:1 unknown key "banana": ${TOP}
  file | name: "\e[2Ja" | 1:7 name is "\u001b[2Ja": write it in one line, without control characters
  file | name: |-\n  a\n  ::error::b | 1:7 name is "a\\n::error::b": write it in one line, without control characters
  file | __proto__: { a: 1 } | 1:1 unknown key "__proto__": ${TOP}
  rule | fualt: { hang: true } | 2:5 unknown key "fualt": did you mean fault?
  match | tokens: ETH | 2:39 unknown key "tokens": write one of network, base, endpoint, query, header, method
  when | befor: 3s | 2:38 unknown key "befor": write one of calls, every, times, after, until, chance
  match | network: arbitrm | 2:48 network is "arbitrm": write one of ${NETWORKS.join(', ')}; did you mean arbitrum?
  match | base: backup | 2:45 base is "backup": write one of ${BUILT_IN.names.join(', ')}, current, others
  match | endpoint: tickrs | 2:49 endpoint is "tickrs": ${IDS}; did you mean tickers?
  match | endpoint: [tickers, candels] | 2:59 number 2 of endpoint is "candels": ${IDS}; did you mean candles?
  match | query: { tokenSymbol: ETHH } | 2:61 unknown token "ETHH": did you mean ETH?
  match | query: { tokenSymbol: banana } | 2:61 unknown token "banana": write a symbol of /tokens
  fault | { partial: { omit: [ETH, BTCC] } } | 2:37 unknown token or market "BTCC": did you mean BTC?
  event | asset: [ETH, BTCC], at: 1s, move: 1% | 2:20 unknown asset "BTCC": did you mean BTC?
  file | expect: { amplifcation: on } | 1:11 unknown key "amplifcation": did you mean amplification?
  file | name: 5 | 1:7 name is 5: write text
  file | seed: 42 | 1:7 seed is 42: write the seed in quotes, as text
  file | rules: 3 | 1:8 rules is 3: write a list
  rule | hang | 2:5 number 1 of rules is "hang": write a mapping (key: value)
  file | clock: frozen | 1:8 clock is "frozen": write a mapping (key: value)
  file | clock: { mode: frozn } | 1:16 mode is "frozn": write one of real, frozen; did you mean frozen?
  file | clock: { rate: 0 } | 1:16 rate is 0: write a number above 0 and at most 1000000
  file | clock: { at: 2026-02-30 } | 1:14 at is "2026-02-30": ${INSTANT}
  rule | { id: "a b", fault: { hang: true } } | 2:11 id is "a b": write up to 64 letters, digits, dots, hyphens or underscores
  match | endpoint: [] | 2:49 endpoint is []: write at least one, or leave it out
  match | method: get | 2:47 method is "get": write one of GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS; did you mean GET?
  match | query: { limit: 1.5 } | 2:55 limit is 1.5: write it as text, in quotes
  match | header: { "a b": c } | 2:49 invalid name "a b": write a header name: letters, digits and hyphens
  fault | { status: 199 } | 2:22 status is 199: write a number from 200 to 599
  fault | { status: "429" } | 2:22 status is "429": write a number
  fault | { status: 429.5 } | 2:22 status is 429.5: write a whole number
  fault | { status: 500, body: 5 } | 2:33 body is 5: write text, a mapping or a list
  fault | { status: 500, headers: { x-a: "1\\n2" } } | 2:43 x-a is "1\\n2": write a header value: one line of plain characters
  fault | { hang: yes } | 2:20 hang is "yes": write true
  fault | { hang: 30s } | 2:20 hang is "30s": ${HANG_HINT}
  fault | { truncate: 1 } | 2:24 truncate is 1: write a share from 0 to below 1, such as 0.5
  fault | { malformed: jsn } | 2:25 malformed is "jsn": write one of json, html, garbage, chunk, encoding; did you mean json?
  fault | { rateLimit: { requests: 0, per: 1s } } | 2:37 requests is 0: write a number of at least 1
  fault | { rateLimit: { requests: 1, per: 0s } } | 2:45 per is "0s": write a duration above zero
  when | calls: 0 | 2:45 calls is 0: write a number of at least 1
  when | calls: first | 2:45 calls is "first": write a call number such as 3, or a range such as "1..3" or "4.."
  when | calls: 3..1 | 2:45 calls is "3..1": write the smaller number first
  when | chance: 20% | 2:46 chance is "20%": write a number
  when | chance: 1.5 | 2:46 chance is 1.5: write a number above 0 and at most 1
  event | asset: ETH, at: 1s, move: -0.18 | 2:33 move is -0.18: write a change in per cent, such as -18%
  event | asset: ETH, at: 1s, move: -100% | 2:33 move is "-100%": write a change from -99.9% to 9900%
  event | asset: ETH, at: 1s, move: 1%, recover: 2% | 2:46 recover is "2%": write a mapping (key: value)
  when | after: 30 | 2:45 after is 30: ${DURATION_HINT}
  when | after: 99999d | 2:45 after is "99999d": write a duration of at most 36500d
  fault | { delay: { median: 1s, p99: 2s } } | 2:35 unknown key "p99": did you mean p95?
  fault | { delay: { from: 1s, to: 200 } } | 2:37 to is 200: ${DURATION_HINT}
  fault | { delay: 200 } | 2:21 delay is 200: write a duration such as 200ms, or from and to, or median and p95
  fault | { delay: { from: 1s, to: 200ms } } | 2:37 to is "200ms": write a duration no shorter than from
  fault | { delay: { median: 1s, p95: 1ms } } | 2:40 p95 is "1ms": write a duration no shorter than median, which is above zero
  fault | { delay: { from: 1s } } | 2:21 to is missing: ${DURATION_HINT}
  fault | { stale: 6 } | 2:21 stale is 6: write a duration such as 6s, or frozen
  event | asset: ETH, at: 1s, move: 1%, over: 8d | 2:43 over is "8d": write a duration of at most 7d
`

const catalogue = loadCatalogue()
const OUTCOME = `write an outcome (${FAULTS.map(({ key }) => key).join(', ')}) or a delay, such as { status: 429 }`

/** Parts of a scenario that are good alone and not together. */
const COMBINATIONS = String.raw`
  fault | { status: 429, hang: true } | 2:33 status and hang are two outcomes: write one of them
  fault | { close: true, hang: true, delay: 1s, stale: 1s } | 2:21 hang, close and stale are 3 outcomes: write one of them
  fault | {} | 2:12 ${OUTCOME}
  file | rules:\n  - fault: | 2:11 fault is null: ${OUTCOME}
  rule | id: a | 2:5 fault is missing: ${OUTCOME}
  fault | { retryAfter: 2s } | 2:26 retryAfter applies to status only: write both or neither
  fault | { status: 500, routeTimeout: off } | 2:41 routeTimeout applies to delay only: write both or neither
  fault | { delay: 30s, routeTimeout: on } | 2:40 routeTimeout is "on": write off, or leave it out
  when | after: 30s, until: 30s | 2:57 until is "30s": write a time later than after
  fault | { hang: true }\n    id: a\n  - { id: a, fault: { hang: true } } | 4:11 id is "a": write another id, rule 1 has this id
  fault | { hang: true }\n    id: rule-2\n  - { fault: { hang: true } } | 3:9 id is "rule-2": write another id, rule 2 has this id
  event | asset: ETH, at: 1s | 2:5 write one of move, price, freeze and reorg
  event | asset: ETH, at: 1s, freeze: 4s, over: 4s | 2:5 over applies to move and price only: leave it out
`

test.each([...rowsOf(PROBLEMS), ...rowsOf(COMBINATIONS)])('%s: %s', async (part, text, problem) => {
  expect(await problemsOf(TEXTS[part as keyof typeof TEXTS](text))).toEqual([problem])
})

test('reports every problem, in file order', async () => {
  const text = `${rule('fault: { status: 199 }')}\n    when: { after: 5, chance: 2 }\nevnts: []\nseed: 1`
  expect(await problemsOf(text)).toEqual([
    '2:22 status is 199: write a number from 200 to 599',
    `3:20 after is 5: ${DURATION_HINT}`,
    '3:31 chance is 2: write a number above 0 and at most 1',
    '4:1 unknown key "evnts": did you mean events?',
    '5:7 seed is 1: write the seed in quotes, as text',
  ])
})

test('a scenario that is a value has its problems at paths', () => {
  const value = { rules: [{ fault: { hang: true } }, { when: { after: 30 }, fault: { hnag: true } }] }
  expect(() => checkScenarioValue(value, catalogue)).toThrow(
    `rules[1].when.after after is 30: ${DURATION_HINT}`,
  )
  expect(() => checkScenarioValue([], catalogue)).toThrow('1:1 this is []: write a mapping (key: value)')
})
