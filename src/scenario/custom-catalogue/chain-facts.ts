/** Keys and addresses on chain for catalogue files. Importing this loads WebAssembly. */

import { toHex } from '../../kit/numbers/hex.js'
import { abiEncode } from '../../market/oracle/abi.js'
import { addressOfKey, toChecksumAddress } from '../../market/oracle/address.js'
import { keccak256 } from '../../market/oracle/keccak.js'
import type { ChainFacts } from './draft.js'

/** Derived from public text, so never valuable; likewise for the built-in networks. */
export const chainFacts: ChainFacts = {
  signerOf(network) {
    const privateKey = toHex(keccak256(Buffer.from(`gmx-sim development signer of ${network}`)))
    return { privateKey, address: addressOfKey(privateKey) }
  },
  marketTokenOf(chainId, index, long, short) {
    const tokens = [index, long, short].map((address) => address.toLowerCase()).join(' ')
    return toChecksumAddress(keccak256(abiEncode(BigInt(chainId), `gmx-sim market of ${tokens}`)).slice(-20))
  },
}
