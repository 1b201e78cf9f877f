/**
 * The `blob` of a signed price in the live service: a data-stream report with signatures, ABI-encoded as (bytes32[3]
 * context, bytes report, bytes32[] rs, bytes32[] ss, bytes32 rawVs). Well formed, with the prices of the reply and GMX's
 * feed ids; signatures are synthetic, so no on-chain verifier would accept it.
 */

import file from '../../../fixtures/feed-ids.json' with { type: 'json' }
import { type Hex, parseHex, toHex } from '../../kit/numbers/hex.js'
import type { Draws } from '../../kit/random/draws.js'
import type { TokenRecord } from '../catalogue/types.js'
import { drawHash } from './chain.js'

/** Prices are USD x 10^18. */
interface ReportFacts {
  readonly feedId: Hex
  readonly observedSeconds: number
  readonly bid: bigint
  readonly price: bigint
  readonly ask: bigint
}

const WORD = 32
const SIGNATURES = 6
/** Version 3: feed id, two timestamps, two fees, expiry, price, bid, ask. */
const REPORT_WORDS = 9
const EXPIRY_SECONDS = 30 * 86_400

const HEAD_WORDS = 7
const REPORT_AT = HEAD_WORDS
const RS_AT = REPORT_AT + 1 + REPORT_WORDS
const SS_AT = RS_AT + 1 + SIGNATURES
const ALL_WORDS = SS_AT + 1 + SIGNATURES

const FEED_IDS = new Map(Object.entries(file.feedIds))
const SHARED_FEEDS = new Map(Object.entries(file.sharedFeeds))

/** The id of the token's data stream; undefined where GMX has none. */
export function feedIdOf({ symbol, asset }: Pick<TokenRecord, 'symbol' | 'asset'>): Hex | undefined {
  return (FEED_IDS.get(symbol) ?? FEED_IDS.get(SHARED_FEEDS.get(asset) ?? asset)) as Hex | undefined
}

/** Encodes a report; context and signatures are drawn. */
export function encodeReport({ feedId, observedSeconds, bid, price, ask }: ReportFacts, draws: Draws): Hex {
  const words = new AbiWords(new Uint8Array(ALL_WORDS * WORD))
  const random = (index: number) => words.setBytes(index, parseHex(drawHash(draws), WORD))
  for (let i = 0; i < 3; i++) random(i)
  words.setUint(3, BigInt(REPORT_AT * WORD))
  words.setUint(4, BigInt(RS_AT * WORD))
  words.setUint(5, BigInt(SS_AT * WORD))
  words.setUint(6, BigInt(draws.bits() & 1))

  words.setUint(REPORT_AT, BigInt(REPORT_WORDS * WORD))
  words.setBytes(REPORT_AT + 1, parseHex(feedId, WORD))
  words.setUint(REPORT_AT + 2, BigInt(observedSeconds))
  words.setUint(REPORT_AT + 3, BigInt(observedSeconds))
  words.setUint(REPORT_AT + 6, BigInt(observedSeconds + EXPIRY_SECONDS))
  words.setUint(REPORT_AT + 7, price)
  words.setUint(REPORT_AT + 8, bid)
  words.setUint(REPORT_AT + 9, ask)

  for (const at of [RS_AT, SS_AT]) {
    words.setUint(at, BigInt(SIGNATURES))
    for (let i = 1; i <= SIGNATURES; i++) random(at + i)
  }
  return toHex(words.bytes)
}

const LOW_64 = (1n << 64n) - 1n

/** Encodes whole numbers and a text as Solidity's `abi.encode(…)` does. */
export function abiEncode(numbers: readonly number[], text: string): Uint8Array {
  const bytes = Buffer.from(text, 'utf8')
  const heads = numbers.length + 1
  const words = new AbiWords(new Uint8Array((heads + 1 + Math.ceil(bytes.length / WORD)) * WORD))
  for (const [index, number] of numbers.entries()) words.setUint(index, BigInt(number))
  words.setUint(heads - 1, BigInt(heads * WORD))
  words.setUint(heads, BigInt(bytes.length))
  words.bytes.set(bytes, (heads + 1) * WORD)
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
