import { expect, test } from 'vitest'
import { hostnameOf } from '../../../src/market/catalogue/bases.js'
import { isGmxHost, isIntercepted } from '../../../src/market/catalogue/gmx-hosts.js'
import { BUILT_IN } from '../../../src/market/catalogue/networks.js'

test.each([
  'ARBITRUM-api.GmxInfra.io',
  'arbitrum-api.gmxinfra.io.',
  'arbitrum-api.gmxinfra.io:443',
  'arbitrum-api.gmxinfra.io:',
  'user:pass@arbitrum-api.gmxinfra.io',
  'a@b@arbitrum-api.gmxinfra.io.:1',
])('%s names arbitrum-api.gmxinfra.io', (host) => {
  expect(hostnameOf(host)).toBe('arbitrum-api.gmxinfra.io')
  expect(BUILT_IN.ofLiveHost(host)?.prefix).toBe('arbitrum')
  expect(BUILT_IN.ofHost(host)?.prefix).toBe('arbitrum')
})

test('a local name is found in the same spellings', () => {
  expect(BUILT_IN.ofHost('Avalanche-Fallback.localhost.:8650')?.prefix).toBe('avalanche-fallback')
})

test.each([
  [
    'hosts below the four domains',
    ['arbitrum-sepolia-api.gmxinfra.io', 'x.y.gmxinfra2.io.', 'KEEPER.gmxapi.io:443', 'a.gmxapi.ai'],
    true,
  ],
  ['the domains themselves', ['gmxinfra.io', 'gmxapi.ai.'], true],
  [
    'others',
    [
      'gmx.io',
      'notgmxinfra.io',
      'gmxinfra.io.example.com',
      'gmxinfra3.io',
      'api.gmxapi.com',
      '[::1]:443',
      '',
    ],
    false,
  ],
])('%s: of GMX %3$s', (_name, hosts, expected) => {
  expect(hosts.map(isGmxHost)).toEqual(hosts.map(() => expected))
  expect(hosts.map((host) => isIntercepted(host, ['prices.own.example']))).toEqual(hosts.map(() => expected))
})

test('hosts of catalogues are intercepted, too', () => {
  expect(isIntercepted('Prices.own.example.', ['prices.own.example'])).toBe(true)
})
