import type { Signer } from '../catalogue/types.js'
import { UserError } from '../core/errors.js'
import type { Hex } from '../core/hex.js'
import { addressOfKey } from './address.js'
import { PRODUCTION_SIGNERS } from './keys.js'

/**
 * The signer of a key that the user brought. The key itself is never part of a message. Signing is not hardened against
 * whoever can measure it: do not bring a key that is worth anything.
 */
export function signerOfKey(privateKey: Hex): Signer {
  let address: Hex
  try {
    address = addressOfKey(privateKey)
  } catch {
    throw new UserError(
      'the signer key cannot be used',
      'a number that is no key of the curve',
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
