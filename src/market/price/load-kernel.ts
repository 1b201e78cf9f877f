/** The price kernel as WebAssembly; as JavaScript where that is missing (`--jitless`), and in tests from source. */
import type { Key } from '../../kit/random/draws.js'
import type { Asset } from '../catalogue/types.js'
import { kernelFacts } from './asset-model.js'
import { TEXT_BYTES } from './candle-text.js'
import * as javascript from './kernel.js'
import { kernelModule } from './kernel-module.js'
import { type KernelOwner, ownedBy, TOOLS } from './kernel-owner.js'
import { FACTOR_FACTS, FIXED_FACTS } from './price-model.js'
import type { PriceSource, SpreadAt, WriteText } from './prices.js'
import { CandleSpan, ROW } from './span.js'
import { TICKS } from './ticks.js'

/** Arrays are addresses in WebAssembly. */
type Result<Of> = Of extends Float64Array | Uint8Array ? Of | number : Of
type Functions = {
  readonly [Name in keyof typeof javascript]: (
    ...args: Parameters<(typeof javascript)[Name]>
  ) => Result<ReturnType<(typeof javascript)[Name]>>
}

/** Finds the kernel's arrays: each begins at `at` of an array. */
interface Arrays {
  doubles(found: Float64Array | number): { readonly array: Float64Array; readonly at: number }
  bytes(found: Uint8Array | number): { readonly array: Uint8Array; readonly at: number }
}

export type Kernel = ReturnType<typeof createKernel>

function createKernel(functions: Functions, arrays: Arrays) {
  const give = (facts: readonly number[]): void => {
    const { array, at } = arrays.doubles(functions.facts())
    array.set(facts, at)
  }
  const processOf = ownedBy((facts) => {
    give(facts)
    return functions.openProcess((facts.length - FIXED_FACTS) / FACTOR_FACTS)
  }, functions.closeProcess)
  const spreadOf = ownedBy((facts) => {
    give(facts)
    return functions.openSpread()
  }, functions.closeSpread)
  const text: WriteText = ({ level, first, rows, start }, from, count, decimals) => {
    const own = arrays.doubles(functions.rowsOfText())
    const row = start + from * ROW
    own.array.set(rows.subarray(row, row + count * ROW), own.at)
    const begin = functions.writeText(level, first + from, count, decimals)
    const { array, at } = arrays.bytes(functions.textBytes())
    // Own memory: a slice of a pool would keep all of it alive.
    const text = Buffer.allocUnsafeSlow(TEXT_BYTES - begin)
    text.set(array.subarray(at + begin, at + TEXT_BYTES))
    return text
  }
  return {
    /** Memory of what is open. */
    openBytes: () => functions.openBytes(),
    open(facts: readonly number[], owner: KernelOwner = TOOLS): PriceSource {
      const process = processOf(facts, owner)
      const lentSpan: PriceSource['span'] = (level, first, count) => {
        const { array, at } = arrays.doubles(functions.rows(process(), level, first, count))
        return new CandleSpan(level, first, count, array, at + functions.start())
      }
      return {
        span(level, first, count) {
          const { rows, start } = lentSpan(level, first, count)
          return new CandleSpan(level, first, count, rows.slice(start, start + count * ROW), 0)
        },
        lentSpan,
        ticks(minute) {
          const { array, at } = arrays.doubles(functions.ticks(process(), minute))
          return array.slice(at, at + TICKS)
        },
        logVarianceAt: (atSeconds) => functions.logVarianceAt(process(), atSeconds),
        text,
      }
    },
    /** The spread of a token by its draw index; `spreadBps` is the usual width of both sides. */
    openSpread(
      { low, high }: Key,
      drawIndex: number,
      spreadBps: number,
      owner: KernelOwner = TOOLS,
    ): SpreadAt {
      const spread = spreadOf([low, high, drawIndex, spreadBps], owner)
      return (atSeconds, logVariance) => {
        const { array, at } = arrays.doubles(functions.spread(spread(), atSeconds, logVariance))
        return { below: array[at], above: array[at + 1] }
      }
    },
  }
}

export function createJavascriptKernel(): Kernel {
  return createKernel(javascript, {
    doubles: (array) => ({ array: array as Float64Array, at: 0 }),
    bytes: (array) => ({ array: array as Uint8Array, at: 0 }),
  })
}

/** Node's types lack it. */
interface WebAssembly {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (
    module: object,
    imports: Readonly<Record<string, object>>,
  ) => { readonly exports: Functions & { readonly memory: { readonly buffer: ArrayBuffer } } }
}

export function createWebAssemblyKernel(module: Uint8Array): Kernel {
  const { WebAssembly } = globalThis as unknown as { WebAssembly: WebAssembly }
  const abort = () => {
    throw new Error('price kernel: out of memory')
  }
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module), { env: { abort } })
  const { memory } = exports
  let doubles = new Float64Array(memory.buffer)
  let bytes = new Uint8Array(memory.buffer)
  // Memory that grows leaves its former views empty.
  const renew = (): void => {
    if (doubles.length > 0) return
    doubles = new Float64Array(memory.buffer)
    bytes = new Uint8Array(memory.buffer)
  }
  return createKernel(exports, {
    doubles: (address) => {
      renew()
      return { array: doubles, at: (address as number) / Float64Array.BYTES_PER_ELEMENT }
    },
    bytes: (address) => {
      renew()
      return { array: bytes, at: address as number }
    },
  })
}

export function createPriceProcess(seed: string, asset: Asset, owner?: KernelOwner): PriceSource {
  return kernel().open(kernelFacts(seed, asset), owner)
}

let known: Kernel | undefined

export function kernel(): Kernel {
  known ??= start()
  return known
}

function start(): Kernel {
  const module = kernelModule()
  if (module === undefined || !('WebAssembly' in globalThis)) return createJavascriptKernel()
  return createWebAssemblyKernel(module)
}
