/** The kernel as WebAssembly gives the bits that it gives as TypeScript, and frees what is closed. */
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { keyOf } from '../../../src/kit/random/random.js'
import { kernelFacts } from '../../../src/market/price/asset-model.js'
import { createJavascriptKernel, createWebAssemblyKernel } from '../../../src/market/price/load-kernel.js'
import { compileKernel } from '../../../tools/kernel/compile.js'
import { firstDifference } from '../../support/kernel-identity.js'
import { catalogue } from '../../support/prices.js'

const ROWS = 3000
const CLOSED = 3000
const ETH = 'ETH'

let module: Buffer
beforeAll(async () => {
  module = await compileKernel()
})

test('rows, variances and text are identical at all levels, from 1970 to 2100', () => {
  const ours = createWebAssemblyKernel(module)
  const other = createJavascriptKernel()
  for (const [n, asset] of [...catalogue.assets.values()].entries())
    expect(firstDifference(ours, other, kernelFacts('identity', asset), n, ROWS), asset.name).toBeUndefined()
})

test('keys are identical, whatever the text', () => {
  const ours = createWebAssemblyKernel(module)
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (parts) => {
      expect(ours.keyOf(...parts)).toEqual(keyOf(...parts))
    }),
  )
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
    { numRuns: 2000 },
  )
})

test('a difference in the last bit of one price is found', () => {
  const kernel = createJavascriptKernel()
  const eth = kernelFacts('identity', assetOf(ETH))
  expect(firstDifference(kernel, kernel, eth, 1, ROWS)).toBeUndefined()
  const open = kernel.open.bind(kernel)
  const shifted = {
    ...kernel,
    open: (facts: readonly number[]) => {
      const source = open(facts)
      const span: typeof source.span = (...query) => {
        const span = source.span(...query)
        span.rows[span.start] *= 1 + Number.EPSILON
        return span
      }
      return { ...source, span }
    },
  }
  expect(firstDifference(kernel, shifted, eth, 1, ROWS)).toMatchObject({ column: 0 })
})

test('memory of closed processes is used again', () => {
  const env = { abort: () => expect.unreachable() }
  const { WebAssembly } = globalThis as unknown as { WebAssembly: typeof globalThis & Wasm }
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module), { env })
  const eth = assetOf(ETH)
  const facts = kernelFacts('1', eth)
  const openAndClose = () => {
    const at = exports.facts(facts.length) / Float64Array.BYTES_PER_ELEMENT
    new Float64Array(exports.memory.buffer).set(facts, at)
    const handle = exports.openProcess(Object.keys(eth.loadings).length)
    exports.rows(handle, 5, 29_530_000, 10)
    exports.closeProcess(handle)
    return exports.memory.buffer.byteLength
  }
  for (let n = 0; n < 100; n++) openAndClose()
  const before = openAndClose()
  for (let n = 0; n < CLOSED; n++) openAndClose()
  expect(openAndClose()).toBe(before)
})

const assetOf = (name: string) =>
  catalogue.assets.get(name) as NonNullable<ReturnType<typeof catalogue.assets.get>>

interface Wasm {
  Module: new (bytes: Uint8Array) => object
  Instance: new (
    module: object,
    imports: object,
  ) => {
    exports: Record<'facts' | 'openProcess' | 'closeProcess' | 'rows', (...given: number[]) => number> & {
      memory: { buffer: ArrayBuffer }
    }
  }
}
