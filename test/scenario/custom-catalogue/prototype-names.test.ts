/** Names that objects have of themselves: they are names as any other, or refused where they cannot be. */
import { expect, test } from 'vitest'
import { loadOverlays } from '../../../src/scenario/custom-catalogue/load.js'

const A = '0x1111111111111111111111111111111111111111'

test.each([
  ['a network', 'networks: { __proto__: { chainId: 1 } }\n', ':1:13 the name __proto__'],
  ['the lists of one', 'arbitrum: {}\n__proto__: { tokens: [] }\n', ':2:1 the name __proto__'],
  [
    'a base',
    'networks: { mine: { chainId: 1, bases: { primary: a.example, __proto__: b.example } } }\n',
    ':1:62 the name __proto__ is every object’s own: write another',
  ],
  [
    'a token',
    `arbitrum: { tokens: [{ symbol: __proto__, address: ${A}, decimals: 18, price: 1 }] }\n`,
    ':1:32 symbol is "__proto__": write a name',
  ],
])('__proto__ is refused as the name of %s', async (_what, text, message) => {
  await expect(loadOverlays([text])).rejects.toThrow(message)
})

test('constructor is a name as any other', async () => {
  const { networks, bases } = await loadOverlays([
    {
      networks: {
        constructor: { chainId: 7, bases: ['primary', 'constructor'] },
        arbitrum: { bases: ['primary', 'constructor'] },
      },
      constructor: { tokens: [{ symbol: 'constructor', address: A, decimals: 18, price: 2 }] },
    },
  ])
  expect(networks['constructor'].tokens.map(({ symbol }) => symbol)).toEqual(['constructor'])
  expect(bases.of('constructor').map(({ prefix }) => prefix)).toEqual([
    'constructor',
    'constructor-constructor',
  ])
  expect(bases.liveHosts.filter((host) => typeof host !== 'string')).toEqual([])
})
