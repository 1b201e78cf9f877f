/** Whose a request is, by where it goes. */
import { describe, expect, test } from 'vitest'
import { type Endpoint, isServedAt } from '../../../src/api/endpoints/define.js'
import { ENDPOINTS } from '../../../src/api/endpoints/index.js'
import { locate } from '../../../src/api/routing/locate.js'
import { BUILT_IN } from '../../../src/market/catalogue/networks.js'

/** A place in a few words: `mine arbitrum-fallback ping /ping?x`. */
function placed(target: string, host?: string, port?: string): string {
  const place = locate(() => BUILT_IN, target, host, port === undefined ? undefined : BUILT_IN.ofPrefix(port))
  const session = place.session === undefined ? [] : [place.session]
  switch (place.kind) {
    case 'base':
      return [...session, place.base.prefix, place.endpoint?.id ?? 'none', place.url].join(' ')
    case 'control':
      return [...session, 'control', place.url].join(' ')
    default:
      return [...session, place.kind].join(' ')
  }
}

const HERE = '127.0.0.1:8650'

describe('by path', () => {
  test.each([
    ['/arbitrum/ping', 'arbitrum ping /ping'],
    ['/arbitrum/ping/', 'arbitrum ping /ping/'],
    ['/arbitrum/ping?', 'arbitrum ping /ping?'],
    ['/arbitrum-fallback-2/prices/candles?limit=1', 'arbitrum-fallback-2 candles /prices/candles?limit=1'],
    ['/arbitrum/v1/rates', 'arbitrum rates /v1/rates'],
    ['/s/mine/botanix/tokens', 'mine botanix tokens /tokens'],
    ['/arbitrum%2Dfallback/ping', 'arbitrum-fallback ping /ping'],
    ['/s/%6dine/arbitrum/ping', 'mine arbitrum ping /ping'],
    ['/arbitrum', 'arbitrum none /'],
    ['/arbitrum?x', 'arbitrum none /?x'],
    ['/arbitrum/', 'arbitrum none /'],
    ['/arbitrum/Ping', 'arbitrum none /Ping'],
    ['/arbitrum/%70ing', 'arbitrum none /%70ing'],
    ['/arbitrum/ping#x', 'arbitrum ping /ping#x'],
    ['/arbitrum//ping', 'arbitrum none //ping'],
    ['/arbitrum/ping//', 'arbitrum none /ping//'],
    ['/arbitrum/__sim/v1/clock', 'arbitrum none /__sim/v1/clock'],
    ['/', 'index'],
    ['/?x', 'index'],
    ['/s/mine', 'mine index'],
    ['/s/mine/', 'mine index'],
    ['/__sim/v1/clock?x', 'control /v1/clock?x'],
    ['/__sim', 'control '],
    ['/s/mine/__sim/v1/clock', 'mine control /v1/clock'],
    ['/__simulator', 'nowhere'],
    ['/ping', 'nowhere'],
    ['/Arbitrum/ping', 'nowhere'],
    ['/__proto__/ping', 'nowhere'],
    ['/%zz/ping', 'nowhere'],
    ['//', 'nowhere'],
    ['//arbitrum/ping', 'nowhere'],
    ['/s', 'nowhere'],
    ['/s/', 'nowhere'],
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
    ['arbitrum.localhost:8650', '/ping?x', 'arbitrum ping /ping?x'],
    ['ARBITRUM-Fallback.LocalHost', '/ping', 'arbitrum-fallback ping /ping'],
    ['arbitrum.localhost', '/', 'arbitrum none /'],
    ['arbitrum.localhost', '/avalanche/ping', 'arbitrum none /avalanche/ping'],
    ['arbitrum.localhost', '/s/mine/ping', 'mine arbitrum ping /ping'],
    ['arbitrum.localhost', '/s/mine', 'mine arbitrum none /'],
    ['arbitrum.localhost', '/__sim/v1/clock', 'control /v1/clock'],
    ['arbitrum.localhost', '/s/mine/__sim/v1/clock', 'mine control /v1/clock'],
    ['arbitrum-api.gmxinfra.io', '/prices/tickers', 'arbitrum tickers /prices/tickers'],
    ['avalanche-api-fallback.gmxinfra2.io:443', '/ping', 'avalanche-fallback-2 ping /ping'],
    ['ethereum.localhost', '/arbitrum/ping', 'arbitrum ping /ping'],
    ['arbitrum.localhost.evil.example', '/ping', 'nowhere'],
  ])('%s %s', (host, target, place) => {
    expect(placed(target, host)).toBe(place)
  })

  test('a whole URL names the host, whatever the header says', () => {
    expect(placed('http://arbitrum.localhost:8650/ping', 'avalanche.localhost')).toBe('arbitrum ping /ping')
    expect(placed('http://127.0.0.1:8650/arbitrum/ping?x', HERE)).toBe('arbitrum ping /ping?x')
    expect(placed('http://127.0.0.1:8650', HERE)).toBe('index')
  })
})

test.each([
  ['/ping', 'botanix ping /ping'],
  ['/', 'botanix none /'],
  ['/arbitrum/ping', 'botanix none /arbitrum/ping'],
  ['/s/mine/ping', 'botanix none /s/mine/ping'],
  ['/__sim/v1/clock', 'botanix none /__sim/v1/clock'],
])('by the port of a base address all of the path is below it: %s', (target, place) => {
  expect(placed(target, HERE, 'botanix')).toBe(place)
  expect(placed(target, 'arbitrum.localhost', 'botanix')).toBe(place)
})

test('every endpoint has its place below the base addresses of its generation, and no other', () => {
  for (const address of BUILT_IN.addresses)
    for (const endpoint of ENDPOINTS as readonly Endpoint[]) {
      const { id, path, aliases = [] } = endpoint
      const { prefix } = address
      const isHere = isServedAt(endpoint, address)
      for (const each of [path, ...aliases]) {
        const place = placed(`/${prefix}${each}`, HERE)
        if (isHere) expect(place).toBe(`${prefix} ${id} ${each}`)
        else expect(place).not.toBe(`${prefix} ${id} ${each}`)
      }
    }
})
