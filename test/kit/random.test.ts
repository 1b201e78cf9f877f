import fc from 'fast-check'
import seedrandom from 'seedrandom'
import { expect, test } from 'vitest'
import { Draws, exponentialQuantile } from '../../src/kit/random/draws.js'
import { keyOf } from '../../src/kit/random/random.js'
import { SlowNoise } from '../../src/kit/random/slow-noise.js'

test('keys differ whenever a part differs, also where short seeds cycle or parts could be joined otherwise', () => {
  const lists = [
    ['1'],
    ['11'],
    ['1', '1'],
    ['1', '', '1'],
    [''],
    ['', ''],
    ['a|1:b'],
    ['a', 'b'],
    [11],
    ['x', 1],
  ]
  const keys = lists.map((parts) => JSON.stringify(keyOf(...parts)))
  expect(new Set(keys).size).toBe(lists.length - 1) // '11' and 11 are the same seed
})

test('a key is the first two numbers of seedrandom for the parts, each with its length', () => {
  for (const [parts, text] of [
    [['abc', 12], '3:abc|2:12'],
    [['ключ', ''], '4:ключ|0:'],
    [['x'.repeat(700)], `700:${'x'.repeat(700)}`],
  ] as const) {
    const generator = seedrandom(`${text}\0end`)
    expect(keyOf(...parts)).toMatchObject({ low: generator.int32(), high: generator.int32() })
  }
})

test('a place has its own stream, the same every time', () => {
  const key = keyOf('seed', 'test')
  fc.assert(
    fc.property(fc.nat(5000), fc.integer({ min: -1e9, max: 5e9 }), (level, index) => {
      const here = new Draws().at(key, level, index)
      const first = [here.bits(), here.bits(), here.bits()]
      const again = new Draws().at(key, 1, 1)
      again.bits()
      again.at(key, level, index)
      expect([again.bits(), again.bits(), again.bits()]).toEqual(first)
      const there = new Draws().at(key, level, index + 1)
      const above = new Draws().at(key, level + 1, index)
      expect(there.bits()).not.toBe(first[0])
      expect(above.bits()).not.toBe(first[0])
    }),
  )
})

test('pinned: these numbers change only together with the algorithm', () => {
  const key = keyOf('gmx-sim', 'pinned')
  const draws = new Draws().at(key, 3, 1_700_000_000)
  const drawn = [key.low, key.high, draws.bits(), draws.uniform(), draws.normal(), exponentialQuantile(0.25)]
  expect(drawn).toEqual([
    97352914,
    772271916,
    32141052,
    0.312984702992253,
    -0.34140948186751,
    expect.closeTo(-Math.log(0.25), 3),
  ])
})

test('uniform, normal and exponential have the moments of their names', () => {
  const draws = new Draws().at(keyOf('moments'), 0, 0)
  const count = 200_000
  const mean = (draw: () => number) => Array.from({ length: count }, draw).reduce((sum, x) => sum + x) / count
  expect(mean(() => draws.uniform())).toBeCloseTo(0.5, 2)
  expect(mean(() => draws.normal())).toBeCloseTo(0, 1)
  expect(mean(() => draws.normal() ** 2)).toBeCloseTo(1, 1)
  expect(mean(() => draws.normal() ** 4)).toBeCloseTo(3, 0)
  expect(mean(() => exponentialQuantile(draws.uniform()))).toBeCloseTo(1, 1)
  expect(mean(() => exponentialQuantile(draws.uniform()) ** 2)).toBeCloseTo(2, 0)
})

test('a series of slow noise has the values of its instants, to the bit', () => {
  const noise = new SlowNoise(keyOf('series'), 3)
  const anyStep = fc.constantFrom(0, 5, 3600, 86_400)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e9 }), anyStep, fc.nat(50), (first, step, count) => {
      const instants = Array.from({ length: count }, (_, n) => first + n * step)
      expect([...noise.series(first, step, count)]).toEqual(instants.map((at) => noise.at(at)))
    }),
  )
})
