/** The published JSON Schema of catalogue files: a standard validator judges by it as the reader does. */
import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { overlayJsonSchemaText } from '../../../src/scenario/custom-catalogue/json-schema.js'
import { readOverlay } from '../../../src/scenario/custom-catalogue/read.js'

const MEGAETH = readFileSync(new URL('../../../fixtures/catalogues/megaeth.yaml', import.meta.url), 'utf8')

test.each([
  [true, MEGAETH],
  [true, 'networks: { mine: { chainId: 1, blockTime: 250ms, bases: { primary: a.example.com } } }'],
  [true, 'arbitrum: { tokens: [{ symbol: OM, remove: true }] }'],
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
