/** Bytes as Ethereum writes them: `0x` and two digits per byte. */
export type Hex = `0x${string}`

const HEX = /^0x(?:[0-9a-f]{2})*$/i

export function toHex(bytes: Uint8Array): Hex {
  return `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`
}

/**
 * The bytes of `0x…` in upper or lower case, exactly `length` where given.
 * @throws RangeError without the text, which may be a key.
 */
export function parseHex(text: string, length?: number): Uint8Array {
  const fits = length === undefined || text.length === 2 + 2 * length
  if (fits && HEX.test(text)) return Buffer.from(text.slice(2), 'hex')
  const digits = length === undefined ? 'pairs of hexadecimal digits' : `${2 * length} hexadecimal digits`
  throw new RangeError(`expected 0x and ${digits}, got another text of ${text.length} characters`)
}
