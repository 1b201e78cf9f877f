import type { Hex } from '../../kit/numbers/hex.js'
import type { Quote } from '../price/prices.js'

export interface Block {
  readonly number: number
  readonly hash: string
  /** Whole seconds, as on chain. */
  readonly timestampSeconds: number
}

export interface OraclePrice extends Quote {
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
