/** The kernel as WebAssembly gives the bits that it gives as TypeScript, and frees what is closed. */
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { keyOf } from '../../../src/kit/random/random.js'
import { kernelFacts } from '../../../src/market/price/asset-model.js'
import type * as functions from '../../../src/market/price/kernel.js'
import { MAX_KERNEL_BYTES, NO_HANDLE } from '../../../src/market/price/kernel-limits.js'
import { KernelOwner } from '../../../src/market/price/kernel-owner.js'
import { LEVEL_SECONDS } from '../../../src/market/price/levels.js'
import { createJavascriptKernel, createWebAssemblyKernel } from '../../../src/market/price/load-kernel.js'
import { MAX_FACTORS } from '../../../src/market/price/price-model.js'
import { compileKernel } from '../../../tools/kernel/compile.js'
import { firstDifference } from '../../support/kernel-identity.js'
import { catalogue } from '../../support/prices.js'
import { sampled, samples } from '../../support/runs.js'

const ROWS = samples(3000)
const USED = samples(20_000)
const ETH = 'ETH'
const FACTORS_OF_ETH = 1

let module: Buffer
beforeAll(async () => {
  module = await compileKernel()
})

test('rows, variances and text are identical at all levels, from 1970 to 2100', () => {
  const ours = createWebAssemblyKernel(module)
  const other = createJavascriptKernel()
  for (const [n, asset] of sampled([...[...catalogue.assets.values()].entries()], 8))
    expect(firstDifference(ours, other, kernelFacts('identity', asset), n, ROWS), asset.name).toBeUndefined()
})

test('spreads are identical', () => {
  const [ours, other] = [createWebAssemblyKernel(module), createJavascriptKernel()]
  const key = keyOf('identity', 'spread')
  const opened = Array.from({ length: 200 }, (_, n) =>
    [ours, other].map((kernel) => kernel.openSpread(key, n * n * 25, 1 + n)),
  )
  fc.assert(
    fc.property(
      fc.nat(199),
      fc.nat(4_102_444_800),
      fc.double({ min: -8, max: 8, noNaN: true }),
      (n, at, logVariance) => {
        const [left, right] = opened[n].map((spread) => spread(at, logVariance))
        expect(left).toEqual(right)
        expect(left.below).toBeGreaterThan(0)
      },
    ),
    { numRuns: samples(2000) },
  )
})

test('no call allocates, whatever was opened and closed before', () => {
  const exports = newInstance()
  const facts = kernelFacts('1', assetOf(ETH))
  const useAll = (n: number) => {
    new Float64Array(exports.memory.buffer).set(facts, exports.facts() / Float64Array.BYTES_PER_ELEMENT)
    const spread = exports.openSpread()
    exports.spread(spread, 1_771_800_000 + n, 0.1)
    const handle = exports.openProcess(FACTORS_OF_ETH)
    exports.rows(handle, n % LEVEL_SECONDS.length, 20_000, 10)
    exports.ticks(handle, 29_530_000 + n)
    exports.logVarianceAt(handle, 1_771_800_000 + n)
    exports.writeText(4, 0, 1, 8)
    exports.closeSpread(spread)
    exports.closeProcess(handle)
    return exports.memory.buffer.byteLength
  }
  for (let n = 0; n < 100; n++) useAll(n)
  const before = useAll(0)
  for (let n = 0; n < USED; n++) useAll(n)
  expect(useAll(0)).toBe(before)
  expect(exports.openBytes()).toBe(0)
})

test('beyond its memory it opens nothing, and what is closed makes room for as much', () => {
  const exports = newInstance()
  const openAll = () => {
    let opened = 0
    while (exports.openProcess(0) !== NO_HANDLE) opened++
    return opened
  }
  const most = openAll()
  expect(most).toBe(MAX_KERNEL_BYTES / (exports.openBytes() / most))
  expect(exports.openSpread()).toBe(NO_HANDLE)
  const bytes = exports.memory.buffer.byteLength
  for (let handle = 0; handle < most; handle++) exports.closeProcess(handle)
  expect(exports.openBytes()).toBe(0)
  expect(openAll()).toBe(most)
  expect(exports.memory.buffer.byteLength).toBe(bytes)
})

test.each(['WebAssembly', 'JavaScript'])(
  'in %s, an owner frees what it opened, and late reads get the same',
  (kind) => {
    const kernel = kind === 'WebAssembly' ? createWebAssemblyKernel(module) : createJavascriptKernel()
    const owner = new KernelOwner()
    const key = keyOf('late', 'spread')
    const others = kernel.openBytes()
    const sources = ['ETH', 'BTC', 'SOL'].map((name) =>
      kernel.open(kernelFacts('late', assetOf(name)), owner),
    )
    const spreads = [1, 2, 3].map((index) => kernel.openSpread(key, index, 5, owner))
    expect(kernel.openBytes()).toBe(others)
    const read = () => [
      ...sources.map((source) => source.ticks?.(29_530_000).join()),
      ...sources.map((source) => source.span(5, 29_530_000, 3).rows.join()),
      ...spreads.map((spread) => spread(1_771_800_000, 0.1).below),
    ]
    const before = read()
    const opened = kernel.openBytes() - others
    owner.release()
    expect(kernel.openBytes()).toBe(others)
    expect(read()).toEqual(before)
    // One process and one spread, whatever is read.
    expect(kernel.openBytes() - others).toBe(opened / sources.length)
    expect(read()).toEqual(before)
    expect(kernel.openBytes() - others).toBe(opened / sources.length)
  },
)

test('the facts of every asset fit', () => {
  const kernel = createWebAssemblyKernel(module)
  for (const asset of catalogue.assets.values()) {
    expect(Object.keys(asset.loadings).length).toBeLessThanOrEqual(MAX_FACTORS)
    expect(kernel.open(kernelFacts('1', asset)).span(0, 20_000, 1).count, asset.name).toBe(1)
  }
})

const assetOf = (name: string) =>
  catalogue.assets.get(name) as NonNullable<ReturnType<typeof catalogue.assets.get>>

type Exports = Record<keyof typeof functions, (...given: number[]) => number> & {
  memory: { buffer: ArrayBuffer }
}

interface Wasm {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object, imports: object) => { exports: Exports }
}

function newInstance(): Exports {
  const env = { abort: () => expect.unreachable() }
  const { WebAssembly } = globalThis as unknown as { WebAssembly: typeof globalThis & Wasm }
  return new WebAssembly.Instance(new WebAssembly.Module(module), { env }).exports
}
