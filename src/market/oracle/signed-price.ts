import type { Hex } from '../../kit/numbers/hex.js'

export interface Block {
  readonly number: number
  readonly hash: string
  /** Whole seconds, as on chain. */
  readonly timestampSeconds: number
}

export interface UnsignedPrice {
  readonly token: { readonly symbol: string; readonly address: string }
  readonly min: string
  readonly median: string
  readonly max: string
  readonly oracleDecimals: number
}

export interface OraclePrice extends UnsignedPrice {
  readonly signer: Hex
  readonly signature: Hex
  readonly signatureWithoutBlockHash: Hex
  readonly salt: Hex
  readonly minBlock: Block
  readonly maxBlock: Block
}

/** Dishonest ways of signing, for rehearsals. */
export interface SigningManner {
  readonly blocksAtMs?: number
  readonly privateKey?: Hex
}
