/** A scenario as a person reads it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadCatalogue } from '../../src/market/catalogue/load.js'
import { explainScenario, scenarioJson, scenarioReply } from '../../src/scenario/explain.js'
import { libraryFile, libraryNames } from '../../src/scenario/read/library.js'
import { readScenario } from '../../src/scenario/read/read.js'
import { ROOT } from '../support/cli.js'
import { rowsOf } from '../support/rows.js'

const catalogue = loadCatalogue()
const explain = async (text: string) =>
  explainScenario(await readScenario(text, 'file', catalogue), 'file.yaml')

/** The lines of the timeline, without its head. */
const linesOf = async (text: string) =>
  (await explain(text))
    .split('\n\n')[1]
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.trim())

test('primary-outage: its acts in the order of time, rules and market together', async () => {
  expect(
    await explain(readFileSync(join(ROOT, 'scenarios/primary-outage.yaml'), 'utf8')),
  ).toBe(`primary-outage
Arbitrum's primary limits its rate from 10 seconds and hangs from 30, while ETH falls by 18 %; after
a minute it is healthy. The first fallback is slow and 3 seconds behind. A good client fails over,
checks the age of its prices by updatedAt, and fails back.

from  to   what                effect
0s    end  3 lagging-fallback  tickers of any fallback
                               sends data 3 s old, delayed by 300 ms (p95 900 ms)
10s   30s  1 throttle          tickers and signed-prices of arbitrum primary
                               answers 429, Retry-After 7 s
20s   1m   ETH                 falls to 18% below the undisturbed price
30s   1m   2 dead              every request to arbitrum primary
                               never answers
1m    11m  ETH                 returns to 5% below the undisturbed price
11m   end  ETH                 stays 5% below the undisturbed price

If several rules match and fire at once, the first one wins.

In a rehearsal:
  answers-again  good at 3s
`)
})

const REQUESTS = `
  {} | every request
  { network: arbitrum } | every request to arbitrum
  { base: primary } | every request to any primary
  { endpoint: tickers } | tickers
  { endpoint: [ping, tickers, rates], network: [arbitrum, botanix] } | ping, tickers and rates of arbitrum or botanix
  { base: [fallback, fallback-2], method: POST } | every request to any fallback or fallback-2 (POST)
  { network: arbitrum, base: current } | every request to the current base of arbitrum
  { base: [others, primary], endpoint: tickers } | tickers of the other bases or primary of each network
  { endpoint: candles, query: { tokenSymbol: ETH }, header: { x-client: a } } | candles (tokenSymbol=ETH, x-client: a)
`
test.each(rowsOf(REQUESTS))('a match of %s: %s', async (match, words) => {
  const [line] = await linesOf(`rules: [{ match: ${match}, fault: { hang: true } }]`)
  expect(line).toBe(`0s    end  1 rule-1  ${words}`)
})

test.each([
  ['{ calls: 1 }', 'the 1st'],
  ['{ calls: 2..3 }', 'the 2nd to 3rd'],
  ['{ calls: 11.. }', 'from the 11th on'],
  ['{ every: 22, times: 1 }', 'every 22nd, once'],
  ['{ chance: 0.07, times: 2 }', '7% of them at random, twice'],
  ['{ times: 113 }', '113 times at most'],
])('a trigger of %s: %s', async (when, words) => {
  const [line] = await linesOf(`rules: [{ when: ${when}, fault: { hang: true } }]`)
  expect(line).toBe(`0s    end  1 rule-1  every request: ${words}`)
})

/** Delays near the timeout of a route: what is matched, the fault, and its effect. */
const DELAYS = `
  endpoint: tickers | delay: 30s | answers 504 after 10 s, the timeout of the route, as the delay is 30 s
  endpoint: tickers | delay: 9999ms, status: 500 | answers 500, delayed by 9.99 s
  endpoint: tickers | delay: { from: 5s, to: 10s } | answers, delayed by 5 s to 10 s, or 504 after 10 s, the timeout of the route
  endpoint: tickers | delay: { median: 2s, p95: 12s } | answers, delayed by 2 s (p95 12 s), or 504 after 10 s, the timeout of the route
  endpoint: [tickers, ping] | delay: 2m | answers 504 after 10 s or 1 min, the timeout of the route, as the delay is 2 min
  base: primary | delay: 30s | answers, delayed by 30 s, or 504 after 10 s, the timeout of the route of tickers, signed-prices and candles
  endpoint: tickers | delay: 30s, routeTimeout: off | answers, delayed by 30 s, past the timeout of the route
`
test.each(rowsOf(DELAYS))('%s, %s: %s', async (match, fault, words) => {
  const [, line] = await linesOf(`rules: [{ match: { ${match} }, fault: { ${fault} } }]`)
  expect(line.replaceAll(/\s+/g, ' ')).toBe(words)
})

test.each([
  ['{ asset: [ETH, BTC], at: 1m, freeze: 90s }', ['1m    150s  ETH, BTC  is frozen']],
  [
    '{ asset: "*", at: 1s, move: -10%, over: 4s, recover: { after: 5s, to: 0% } }',
    [
      '1s    5s   every asset  falls to 10% below the undisturbed price',
      '5s    10s  every asset  stays 10% below the undisturbed price',
      '10s        every asset  returns at once to the undisturbed price',
    ],
  ],
  [
    '{ at: 5s, reorg: { depth: 3, network: arbitrum, base: primary } }',
    ['5s        chain  the last 3 blocks get other hashes, as arbitrum primary sees it'],
  ],
  ['{ at: 5s, reorg: { depth: 1 } }', ['5s        chain  the last block gets another hash']],
])('an event %s', async (event, lines) => {
  expect(await linesOf(`events: [${event}]`)).toEqual(lines)
})

test.each(libraryNames())('%s: as data it has the declared shape', async (name) => {
  const text = readFileSync(libraryFile(name) ?? '', 'utf8')
  const data = scenarioJson(await readScenario(text, 'file', catalogue), name)
  expect(scenarioReply.parse(data)).toEqual(data)
})
