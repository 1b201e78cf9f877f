/** The price kernel as WebAssembly; as JavaScript where that is missing (`--jitless`), and in tests from source. */
import * as javascript from './kernel.js'
import { kernelModule } from './kernel-module.js'
import type { PriceSource } from './price-source.js'
import { ROW, Span } from './span.js'

/** Node's types lack it. */
interface WebAssembly {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (
    module: object,
    imports: Readonly<Record<string, object>>,
  ) => { readonly exports: Functions & { readonly memory: { readonly buffer: ArrayBuffer } } }
}

/** The kernel's functions; an array is an address where these are WebAssembly. */
interface Functions {
  readonly facts: () => unknown
  readonly open: (factorCount: number) => number
  readonly close: (handle: number) => void
  readonly rows: (handle: number, level: number, first: number, count: number) => unknown
  readonly start: () => number
  readonly logVarianceAt: (handle: number, atSeconds: number) => number
}

export interface Kernel {
  /** Opens a price process; its memory in the kernel is released some time after the source itself. */
  open(facts: readonly number[]): PriceSource
}

const FIXED_FACTS = 11
const FACTOR_FACTS = 3

export function createKernel(functions: Functions, arrayOf: (array: unknown) => { array: Float64Array; at: number }): Kernel {
  const released = new FinalizationRegistry(functions.close)
  return {
    open(facts) {
      const { array, at } = arrayOf(functions.facts())
      array.set(facts, at)
      const handle = functions.open((facts.length - FIXED_FACTS) / FACTOR_FACTS)
      const source: PriceSource = {
        span(level, first, count) {
          const { array, at } = arrayOf(functions.rows(handle, level, first, count))
          const start = at + functions.start()
          return new Span(level, first, count, array.slice(start, start + count * ROW), 0)
        },
        logVarianceAt: (atSeconds) => functions.logVarianceAt(handle, atSeconds),
      }
      released.register(source, handle)
      return source
    },
  }
}

export const createJavascriptKernel = () =>
  createKernel(javascript, (array) => ({ array: array as Float64Array, at: 0 }))

export function createWebAssemblyKernel(module: Uint8Array): Kernel {
  const { WebAssembly } = globalThis as unknown as { WebAssembly: WebAssembly }
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module), {
    env: {
      abort: () => {
        throw new Error('the price kernel failed')
      },
    },
  })
  let array = new Float64Array(exports.memory.buffer)
  return createKernel(exports, (address) => {
    if (array.length === 0) array = new Float64Array(exports.memory.buffer)
    return { array, at: (address as number) / Float64Array.BYTES_PER_ELEMENT }
  })
}

let known: Kernel | undefined

export function kernel(): Kernel {
  known ??= start()
  return known
}

function start(): Kernel {
  const module = kernelModule()
  return module === undefined || !('WebAssembly' in globalThis)
    ? createJavascriptKernel()
    : createWebAssemblyKernel(module)
}
