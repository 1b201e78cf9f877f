/**
 * Subset of the Solidity ABI: 32-byte words, numbers and addresses right-aligned, texts after the words that hold
 * their offsets.
 */

const WORD = 32
const LOW_64 = (1n << 64n) - 1n

/** uint256, text, or 1 to 32 bytes of a static type (`address`, `bytes32`). */
export type AbiValue = bigint | string | Uint8Array

/** Encodes as Solidity's `abi.encode(…)`. Numbers must be in 0 … 2^256 - 1. */
export function abiEncode(...values: readonly AbiValue[]): Uint8Array {
  const texts = values.map((value) => (typeof value === 'string' ? Buffer.from(value, 'utf8') : undefined))
  const heads = values.length * WORD
  const words = new AbiWords(new Uint8Array(texts.reduce((size, text) => size + sizeOfTail(text), heads)))
  let tail = heads
  values.forEach((value, index) => {
    const text = texts[index]
    if (typeof value === 'bigint') words.setUint(index, value)
    else if (typeof value !== 'string') words.setBytes(index, value)
    else if (text) {
      words.setUint(index, BigInt(tail))
      words.setUint(tail / WORD, BigInt(text.length))
      words.bytes.set(text, tail + WORD)
      tail += sizeOfTail(text)
    }
  })
  return words.bytes
}

export class AbiWords {
  readonly bytes: Uint8Array
  readonly #view: DataView

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  setUint(index: number, value: bigint): void {
    if (value < 0n || value >> 256n !== 0n) throw new RangeError(`${value} is not a uint256`)
    let rest = value
    for (let offset = (index + 1) * WORD - 8; offset >= index * WORD; offset -= 8) {
      this.#view.setBigUint64(offset, rest & LOW_64)
      rest >>= 64n
    }
  }

  /** Writes at most 32 bytes, right-aligned and zero-padded. */
  setBytes(index: number, value: Uint8Array): void {
    const end = (index + 1) * WORD
    this.bytes.fill(0, index * WORD, end - value.length)
    this.bytes.set(value, end - value.length)
  }
}

function sizeOfTail(text: Uint8Array | undefined): number {
  return text ? WORD + Math.ceil(text.length / WORD) * WORD : 0
}
