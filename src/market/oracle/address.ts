/** Ethereum addresses. Importing this loads WebAssembly. */
import { pointFromScalar } from 'tiny-secp256k1'
import { type Hex, parseHex, toHex } from '../../kit/numbers/hex.js'
import { abiEncode } from './abi.js'
import { keccak256 } from './keccak.js'

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

export function syntheticTokenAddress(chainId: number, symbol: string): Hex {
  return toChecksumAddress(keccak256(abiEncode(BigInt(chainId), symbol)).slice(-ADDRESS_BYTES))
}

export function addressOfKey(privateKey: Hex): Hex {
  const point = pointFromScalar(parseHex(privateKey, 32), false)
  if (point === null) throw new RangeError('the private key is not a number below the order of the curve')
  return toChecksumAddress(keccak256(point.slice(1)).slice(-ADDRESS_BYTES))
}
