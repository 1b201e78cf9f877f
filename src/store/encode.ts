/**
 * Values to text and back, for documents in the store: JSON, and beside it what scenarios are made of that JSON has not. It
 * makes plain data only, whatever the text says.
 */

/** A key that no scenario has: they come from JSON or YAML, in which nothing begins so. */
const TAG = '\u0000'

export function encode(value: unknown): string {
  return JSON.stringify(toPlain(value))
}

/** Throws where the text is none of `encode`. */
export function decode<Value>(text: string): Value {
  return fromPlain(JSON.parse(text)) as Value
}

function toPlain(value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) return { [TAG]: String(value) }
  if (typeof value === 'bigint') return { [TAG]: 'bigint', of: String(value) }
  if (typeof value === 'function') throw new TypeError('a function cannot be shared')
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(toPlain)
  if (value instanceof Map) return { [TAG]: 'map', of: [...value].map(toPlain) }
  if (value instanceof Float64Array)
    return {
      [TAG]: 'numbers',
      of: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64'),
    }
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => (item === undefined ? [] : [[key, toPlain(item)]])),
  )
}

function fromPlain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(fromPlain)
  const { [TAG]: tag, of } = value as { readonly [TAG]?: string; readonly of?: unknown }
  switch (tag) {
    case undefined:
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fromPlain(item)]))
    case 'bigint':
      return BigInt(of as string)
    case 'map':
      return new Map((of as readonly unknown[]).map((pair) => fromPlain(pair) as [unknown, unknown]))
    case 'numbers':
      return numbersOf(Buffer.from(of as string, 'base64'))
    default:
      return Number(tag)
  }
}

/** As a copy: what Buffer gives need not begin at a multiple of eight bytes. */
function numbersOf(bytes: Buffer): Float64Array {
  return new Float64Array(new Uint8Array(bytes).buffer)
}
