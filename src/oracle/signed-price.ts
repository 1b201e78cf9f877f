/** What is told of a signed price. */
import type { Hex } from '../core/hex.js'

export interface Block {
  readonly number: number
  /** 0x and 64 digits. */
  readonly hash: string
  /** Whole seconds, as on chain. */
  readonly timestampSeconds: number
}

/** A price to be signed, as digit strings of the wire. */
export interface UnsignedPrice {
  readonly token: { readonly symbol: string; readonly address: string }
  readonly min: string
  readonly median: string
  readonly max: string
  readonly oracleDecimals: number
}

export interface SignedPrice extends UnsignedPrice {
  readonly signer: Hex
  readonly signature: Hex
  /** The same message with a zero block hash. */
  readonly signatureWithoutBlockHash: Hex
  readonly salt: Hex
  readonly minBlock: Block
  readonly maxBlock: Block
}

/** Ways of signing that no honest signer has, for rehearsals. */
export interface SigningManner {
  /** Blocks of another instant, in ms since 1970. */
  readonly blocksAtMs?: number
  /** A key that is not the signer's, whose address is claimed all the same. */
  readonly privateKey?: Hex
}
