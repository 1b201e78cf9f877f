/** Placeholders in the arguments of a program. */
import { describe, expect, test } from 'vitest'
import { baseUrlsAt } from '../../src/market/catalogue/base-urls.js'
import { loadCatalogue } from '../../src/market/catalogue/load.js'
import { filled, requireKnownPlaceholders } from '../../src/rehearsal/placeholders.js'

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
  requireKnownPlaceholders([text], bases)
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
    expect(() => requireKnownPlaceholders(['node', text], bases)).toThrow(hint)
  })

  test.each(['{1..5}', '{x}', '{stray}', '{"json":1}', '{"a"}', '{{.Name}}', '{http-code}'])(
    'braces of the program stay: %s',
    (text) => {
      expect(() => requireKnownPlaceholders([text], bases)).not.toThrow()
    },
  )
})
