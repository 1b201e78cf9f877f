/** JSON for documents in the store, with the types of scenarios that JSON lacks. Decodes to plain data only. */

/** A key that no scenario has. */
const TAG = '\u0000'

export function encode(value: unknown): string {
  return JSON.stringify(toPlain(value))
}

/** Throws for text that `encode` did not write. */
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
      // A copy: a Buffer need not begin at a multiple of eight bytes.
      return new Float64Array(new Uint8Array(Buffer.from(of as string, 'base64')).buffer)
    default:
      return Number(tag)
  }
}
