/** Bytes as Ethereum writes them: `0x` and two digits per byte. */
export type Hex = `0x${string}`

const HEX = /^0x[0-9a-f]*$/i

export function toHex(bytes: Uint8Array): Hex {
  return `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`
}

/**
 * The `length` bytes of `0x…` in upper or lower case. Not a Buffer: with jsdom, and in contexts of `node:vm`, that is an instance of
 * another `Uint8Array`.
 * @throws RangeError without the text, which may be a key.
 */
export function parseHex(text: string, length: number): Uint8Array {
  const digits = 2 * length
  if (text.length === 2 + digits && HEX.test(text)) return Uint8Array.from(Buffer.from(text.slice(2), 'hex'))
  throw new RangeError(
    `expected 0x and ${digits} hexadecimal digits, got another text of ${text.length} characters`,
  )
}
