/** Session and base address of a request, by its address. */
import { describe, expect, test } from 'vitest'
import { locate } from '../../../src/api/routing/locate.js'
import { BUILT_IN } from '../../../src/market/catalogue/networks.js'

/** A place in a few words: `mine arbitrum-fallback /ping?x`. */
function placed(target: string, host?: string, port?: string): string {
  const place = locate(() => BUILT_IN, target, host, port === undefined ? undefined : BUILT_IN.ofPrefix(port))
  const session = place.session === undefined ? [] : [place.session]
  switch (place.kind) {
    case 'base':
      return [...session, place.base.prefix, place.url].join(' ')
    case 'control':
      return [...session, 'control', place.url].join(' ')
    default:
      return [...session, place.kind].join(' ')
  }
}

const HERE = '127.0.0.1:8650'

describe('by path', () => {
  test.each([
    ['/arbitrum/ping', 'arbitrum /ping'],
    ['/arbitrum/ping/', 'arbitrum /ping/'],
    ['/arbitrum/ping?', 'arbitrum /ping?'],
    ['/arbitrum-fallback-2/prices/candles?limit=1', 'arbitrum-fallback-2 /prices/candles?limit=1'],
    ['/s/mine/botanix/tokens', 'mine botanix /tokens'],
    ['/arbitrum%2Dfallback/ping', 'arbitrum-fallback /ping'],
    ['/s/%6dine/arbitrum/ping', 'mine arbitrum /ping'],
    ['/arbitrum', 'arbitrum /'],
    ['/arbitrum?x', 'arbitrum /?x'],
    ['/arbitrum/', 'arbitrum /'],
    ['/arbitrum/%70ing', 'arbitrum /%70ing'],
    ['/arbitrum//ping', 'arbitrum //ping'],
    ['/arbitrum/ping//', 'arbitrum /ping//'],
    ['/arbitrum/__sim/v1/clock', 'arbitrum /__sim/v1/clock'],
    ['/', 'index'],
    ['/s/mine', 'mine index'],
    ['/__sim/v1/clock?x', 'control /v1/clock?x'],
    ['/__sim', 'control '],
    ['/s/mine/__sim/v1/clock', 'mine control /v1/clock'],
    ['/__simulator', 'nowhere'],
    ['/Arbitrum/ping', 'nowhere'],
    ['/__proto__/ping', 'nowhere'],
    ['/%zz/ping', 'nowhere'],
    ['//', 'nowhere'],
    ['//arbitrum/ping', 'nowhere'],
    ['/s', 'nowhere'],
    ['/s/mine/ping', 'mine nowhere'],
    ['/s/%zz/arbitrum/ping', 'nowhere'],
    ['*', 'nowhere'],
    ['', 'index'],
  ])('%s', (target, place) => {
    expect(placed(target, HERE)).toBe(place)
    expect(placed(target)).toBe(place)
  })
})

describe('by host', () => {
  test.each([
    ['arbitrum.localhost:8650', '/ping?x', 'arbitrum /ping?x'],
    ['ARBITRUM-Fallback.LocalHost', '/ping', 'arbitrum-fallback /ping'],
    ['arbitrum.localhost', '/', 'arbitrum /'],
    ['arbitrum.localhost', '/avalanche/ping', 'arbitrum /avalanche/ping'],
    ['arbitrum.localhost', '/s/mine/ping', 'mine arbitrum /ping'],
    ['arbitrum.localhost', '/s/mine', 'mine arbitrum /'],
    ['arbitrum.localhost', '/__sim/v1/clock', 'control /v1/clock'],
    ['arbitrum.localhost', '/s/mine/__sim/v1/clock', 'mine control /v1/clock'],
    ['arbitrum-api.gmxinfra.io', '/prices/tickers', 'arbitrum /prices/tickers'],
    ['avalanche-api-fallback.gmxinfra2.io:443', '/ping', 'avalanche-fallback-2 /ping'],
    ['ethereum.localhost', '/arbitrum/ping', 'arbitrum /ping'],
    ['arbitrum.localhost.evil.example', '/ping', 'nowhere'],
  ])('%s %s', (host, target, place) => {
    expect(placed(target, host)).toBe(place)
  })

  test('a whole URL names the host, whatever the header says', () => {
    expect(placed('http://arbitrum.localhost:8650/ping', 'avalanche.localhost')).toBe('arbitrum /ping')
    expect(placed('http://127.0.0.1:8650/arbitrum/ping?x', HERE)).toBe('arbitrum /ping?x')
    expect(placed('http://127.0.0.1:8650', HERE)).toBe('index')
  })
})

test.each([
  ['/ping', 'botanix /ping'],
  ['/', 'botanix /'],
  ['/arbitrum/ping', 'botanix /arbitrum/ping'],
  ['/s/mine/ping', 'botanix /s/mine/ping'],
  ['/__sim/v1/clock', 'botanix /__sim/v1/clock'],
])('by the port of a base address all of the path is below it: %s', (target, place) => {
  expect(placed(target, HERE, 'botanix')).toBe(place)
  expect(placed(target, 'arbitrum.localhost', 'botanix')).toBe(place)
})
