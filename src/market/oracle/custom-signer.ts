import { UserError } from '../../kit/errors.js'
import type { Hex } from '../../kit/numbers/hex.js'
import type { Signer } from '../catalogue/types.js'
import { addressOfKey } from './address.js'

/** Production signers of the platform (public oracle configuration, 2023 to 2026), never to be impersonated. */
const PRODUCTION_SIGNERS: readonly Hex[] = [
  '0x0F711379095f2F0a6fdD1e8Fccd6eBA0833c1F1f',
  '0x7f2CA7713AACD279f7753F804163189E4831c1EE',
  '0xf09229eb438BA30395BDE5cB088E775b4895596A',
]

/**
 * Derives the signer of a user's key, which no message quotes. Signing is not hardened against side channels: never
 * use a valuable key.
 */
export function signerOfKey(privateKey: Hex): Signer {
  let address: Hex
  try {
    address = addressOfKey(privateKey)
  } catch {
    throw new UserError(
      'the signer key cannot be used',
      'a number that is not a key of the curve',
      'write 0x and 64 hexadecimal digits, not all zero',
      2,
    )
  }
  if (PRODUCTION_SIGNERS.includes(address))
    throw new UserError(
      'the signer key cannot be used',
      `it signs for ${address}, a production signer`,
      'use a key made for tests',
      2,
    )
  return { privateKey, address }
}
