import type { Hex } from '../core/hex.js'

/** Addresses that sign for the platform in production (public oracle configuration, 2023 to 2026): never ours to play. */
export const PRODUCTION_SIGNERS: readonly Hex[] = [
  '0x0F711379095f2F0a6fdD1e8Fccd6eBA0833c1F1f',
  '0x7f2CA7713AACD279f7753F804163189E4831c1EE',
  '0xf09229eb438BA30395BDE5cB088E775b4895596A',
]
