/** Ethereum addresses. Importing this loads WebAssembly. */

import { pointFromScalar } from 'tiny-secp256k1'
import { UserError } from '../../kit/errors.js'
import { type Hex, parseHex, toHex } from '../../kit/numbers/hex.js'
import type { Signer } from '../catalogue/types.js'
import { keccak256 } from './keccak.js'
import { abiEncode } from './report.js'

const ADDRESS_BYTES = 20

/** Formats an address with its EIP-55 checksum. */
export function toChecksumAddress(bytes: Uint8Array): Hex {
  const digits = toHex(bytes).slice(2)
  const hash = toHex(keccak256(Buffer.from(digits))).slice(2)
  const letters = [...digits].map((digit, i) =>
    Number.parseInt(hash[i], 16) > 7 ? digit.toUpperCase() : digit,
  )
  return `0x${letters.join('')}`
}

/** The address of a token that is on no chain. */
export function syntheticTokenAddress(chainId: number, name: string): Hex {
  return toChecksumAddress(keccak256(abiEncode([chainId], name)).slice(-ADDRESS_BYTES))
}

export function addressOfKey(privateKey: Hex): Hex {
  const point = pointFromScalar(parseHex(privateKey, 32), false)
  if (point === null) throw new RangeError('the private key is not a number below the order of the curve')
  return toChecksumAddress(keccak256(point.slice(1)).slice(-ADDRESS_BYTES))
}

/** Production signers of the platform (public oracle configuration, 2023 to 2026), never to be impersonated. */
const PRODUCTION_SIGNERS: readonly Hex[] = [
  '0x0F711379095f2F0a6fdD1e8Fccd6eBA0833c1F1f',
  '0x7f2CA7713AACD279f7753F804163189E4831c1EE',
  '0xf09229eb438BA30395BDE5cB088E775b4895596A',
]

/** Derives the signer of a user's key, which no message quotes. Not hardened against side channels. */
export function signerOfKey(privateKey: Hex): Signer {
  let address: Hex
  try {
    address = addressOfKey(privateKey)
  } catch {
    throw unusable(
      'a number that is not a key of the curve',
      'write 0x and 64 hexadecimal digits, not all zero',
    )
  }
  if (PRODUCTION_SIGNERS.includes(address))
    throw unusable(`it signs for ${address}, a production signer`, 'use a key made for tests')
  return { privateKey, address }
}

const unusable = (seen: string, hint: string) => new UserError('the signer key cannot be used', seen, hint)
