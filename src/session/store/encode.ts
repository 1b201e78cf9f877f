/** JSON for documents in the store, with the types of scenarios that JSON lacks. Decodes to plain data only. */

/** A key that no scenario has. */
const TAG = '\u0000'

/** Objects that every replica has: they are written by their index, as they may contain code. */
export type Shared = readonly object[]

export function encode(value: unknown, shared: Shared = []): string {
  const places = new Map(shared.map((one, n) => [one, n]))
  const toPlain = (value: unknown): unknown => {
    if (typeof value === 'number' && !Number.isFinite(value)) return { [TAG]: String(value) }
    if (typeof value === 'bigint') return { [TAG]: 'bigint', of: String(value) }
    if (typeof value === 'function') throw new TypeError('a function cannot be shared')
    if (typeof value !== 'object' || value === null) return value
    const place = places.get(value)
    if (place !== undefined) return { [TAG]: 'shared', of: place }
    if (Array.isArray(value)) return value.map(toPlain)
    if (value instanceof Map) return { [TAG]: 'map', of: [...value].map(toPlain) }
    if (value instanceof Float64Array) return { [TAG]: 'numbers', of: base64Of(value) }
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toPlain(item)]))
  }
  return JSON.stringify(toPlain(value))
}

/** Throws for text that `encode` did not write. */
export function decode(text: string, shared: Shared = []): unknown {
  return JSON.parse(text, (_key, value) => {
    if (typeof value !== 'object' || value === null || !(TAG in value)) return value
    const { [TAG]: tag, of } = value
    switch (tag) {
      case 'bigint':
        return BigInt(of)
      case 'map':
        return new Map(of)
      case 'numbers':
        // A copy: a Buffer need not begin at a multiple of eight bytes.
        return new Float64Array(new Uint8Array(Buffer.from(of, 'base64')).buffer)
      case 'shared':
        return shared[Number(of)]
      default:
        return Number(tag)
    }
  })
}

const base64Of = ({ buffer, byteOffset, byteLength }: Float64Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64')
