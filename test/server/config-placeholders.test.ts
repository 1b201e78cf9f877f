/** Placeholders in the arguments of a program. */
import { describe, expect, test } from 'vitest'
import { baseUrlsAt } from '../../src/market/catalogue/base-urls.js'
import { loadCatalogue } from '../../src/market/catalogue/load.js'
import { environmentOf, filled, requireKnownPlaceholders } from '../../src/server/config/placeholders.js'

const { bases } = loadCatalogue()
const url = 'http://127.0.0.1:8650'
const ADDRESSES = { url, observe: `${url}/o`, baseUrls: baseUrlsAt(url, bases) }

test.each([
  ['{arbitrum}', `${url}/arbitrum`],
  ['{arbitrum.primary}', `${url}/arbitrum`],
  ['a={avalanche.fallback-2}&b={url}', `a=${url}/avalanche-fallback-2&b=${url}`],
  ['{observe}', `${url}/o`],
  ['${url} %{url} {constructor} {x}', '${url} %{url} {constructor} {x}'],
])('%s is filled in', (text, expected) => {
  requireKnownPlaceholders([text], ADDRESSES)
  expect(filled(text, ADDRESSES)).toBe(expected)
})

describe('a misspelt one', () => {
  test.each([
    ['{arbitrum.fallbak}', 'did you mean {arbitrum.fallback}?'],
    ['{arbitrum.fallback-3}', 'did you mean {arbitrum.fallback-2}?'],
    ['{arbitrum.x}', 'available: {arbitrum}, {arbitrum.fallback}, {arbitrum.fallback-2}'],
    ['{arbitrim}', 'did you mean {arbitrum}?'],
    ['{fallback}', 'did you mean {arbitrum.fallback}?'],
    ['{obsreve}', 'did you mean {observe}?'],
    ['--base={avalanch}', 'did you mean {avalanche}?'],
  ])('%s: %s', (text, hint) => {
    expect(() => requireKnownPlaceholders(['node', text], ADDRESSES)).toThrow(hint)
  })

  test.each(['{1..5}', '{x}', '{stray}', '{"json":1}', '{"a"}', '{{.Name}}', '{http-code}'])(
    'braces of the program stay: %s',
    (text) => {
      expect(() => requireKnownPlaceholders([text], ADDRESSES)).not.toThrow()
    },
  )
})

test('variables of any name take addresses; {observe} is one in rehearsals only', () => {
  const { observe, ...served } = ADDRESSES
  const env = environmentOf(served, { PRICE_API: '{arbitrum}/prices', BACKUP: '{arbitrum.fallback}' })
  expect(env).toMatchObject({
    PRICE_API: `${url}/arbitrum/prices`,
    BACKUP: `${url}/arbitrum-fallback`,
    GMX_SIM_URL: url,
    GMX_SIM_BOTANIX_FALLBACK_URL: `${url}/botanix-fallback`,
  })
  expect(env).not.toHaveProperty('GMX_SIM_OBSERVE_URL')
  expect(environmentOf(ADDRESSES)).toHaveProperty('GMX_SIM_OBSERVE_URL', observe)
})
