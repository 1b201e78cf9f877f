/** The published JSON Schema: a standard validator judges by it as the reader does. */

import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { loadCatalogue } from '../../src/market/catalogue/load.js'
import { readOverlay } from '../../src/scenario/custom-catalogue/read.js'
import { delayExamples } from '../../src/scenario/faults/delay.js'
import { FAULTS } from '../../src/scenario/faults/index.js'
import { overlayJsonSchemaText, scenarioJsonSchema } from '../../src/scenario/json-schema.js'
import { readScenario } from '../../src/scenario/read/read.js'

const isGood = new Ajv().compile(scenarioJsonSchema())
const isRead = (text: string) =>
  readScenario(text, 'file', loadCatalogue()).then(
    () => true,
    () => false,
  )

const examples = [...FAULTS.flatMap((fault) => fault.examples), ...delayExamples]

test.each(examples)('fault %s is good', async (example) => {
  const text = `rules: [{ fault: ${example} }]`
  expect([isGood(parse(text)), await isRead(text)]).toEqual([true, true])
})

test.each([
  'rules: []',
  '{ "$schema": "scenario.schema.json", "rules": [] }',
  'rules: [{ match: { endpoint: tickers, base: [primary, fallback] }, fault: { hang: true } }]',
  'rules: [{ match: { query: { limit: 1 }, header: { x-a: b } }, fault: { status: 500, headers: { x-n: 1 } } }]',
  'rules: [{ when: { calls: 3 }, fault: { hang: true } }, { when: { calls: "4.." }, fault: { hang: true } }]',
  'rules: [{ fault: { hang: true, delay: 1s } }]',
  'events: [{ asset: "*", at: 1s, freeze: 5s }, { asset: [ETH], at: 1s, move: +5%, over: 1m, recover: { to: 0% } }]',
  'clock: { at: "1772366400", mode: frozen, rate: 0.5 }',
  'x-anchors: { any: [1] }\nrules: []',
])('%s is good', async (text) => {
  expect([isGood(parse(text)), await isRead(text)]).toEqual([true, true])
})

test.each([
  'rule: []',
  'rules: [{}]',
  'rules: [{ fault: {} }]',
  'rules: [{ fault: { hang: true, close: true } }]',
  'rules: [{ fault: { retryAfter: 1s } }]',
  'rules: [{ fault: { routeTimeout: off } }]',
  'rules: [{ fault: { delay: 30s, routeTimeout: on } }]',
  'rules: [{ fault: { status: 199 } }]',
  'rules: [{ fault: { delay: 5 } }]',
  'rules: [{ fault: { delay: { from: 1s } } }]',
  'rules: [{ fault: { hang: true }, match: { endpoint: tickrs } }]',
  'rules: [{ fault: { hang: true }, match: { endpoint: [] } }]',
  'rules: [{ fault: { hang: true }, when: { calls: 0 } }]',
  'rules: [{ fault: { hang: true }, when: { calls: "3-4" } }]',
  'rules: [{ fault: { status: 500, headers: { "a b": c } } }]',
  'events: [{ asset: ETH, at: 1s }]',
  'events: [{ asset: ETH, at: 1s, move: 5%, freeze: 1s }]',
  'events: [{ at: 1s, move: 5% }]',
  'seed: 42',
])('%s is not', async (text) => {
  expect([isGood(parse(text)), await isRead(text)]).toEqual([false, false])
})

const MYNET = readFileSync(new URL('../../fixtures/catalogues/own-network.yaml', import.meta.url), 'utf8')

test.each([
  [true, MYNET],
  [true, 'networks: { mine: { chainId: 1, blockTime: 250ms, bases: { primary: a.example.com } } }'],
  [true, 'arbitrum: { tokens: [{ symbol: OM, remove: true }] }'],
  [true, 'x-defaults: &d [1]\narbitrum: { tokens: [] }'],
  [false, 'networks: { x-chain: { chainId: 1 } }'],
  [false, 'arbitrum: { token: [] }'],
  [false, 'arbitrum: { tokens: [{ symbol: OM, remove: false }] }'],
  [false, 'arbitrum: { tokens: [{ price: 1 }] }'],
  [false, 'arbitrum: { tokens: [{ symbol: A, price: "1" }] }'],
  [false, 'arbitrum: { tokens: [{ symbol: A, volatility: 5 }] }'],
  [false, 'networks: { Mine: { chainId: 1 } }'],
  [false, 'networks: { mine: { chainId: 0 } }'],
  [false, 'networks: { mine: { chainId: 1, bases: [a, b, c, d, e, f, g, h] } }'],
])('good: %s, %s', async (isGood, text) => {
  const validate = new Ajv({ strict: false }).compile(JSON.parse(overlayJsonSchemaText()))
  const isRead = await readOverlay(text, 'file').then(
    () => true,
    () => false,
  )
  // An address that is not in quotes is text to the reader alone.
  const quoted = text.replace(/ (0x[0-9a-fA-F]{40})/g, ' "$1"')
  expect([validate(parse(quoted)), isRead]).toEqual([isGood, isGood])
})
