import type { NetworkName } from '../catalogue/networks.js'
import type { Hex } from '../core/hex.js'

export interface Signer {
  readonly privateKey: Hex
  /** The EIP-55 address of the key. */
  readonly address: Hex
}

/**
 * The first three accounts of the development mnemonic that ships with every Ethereum toolchain ("test test … junk"). They
 * are published and worth nothing: whoever trusts these signatures trusts everybody.
 */
export const DEVELOPMENT_SIGNERS: Readonly<Record<NetworkName, Signer>> = {
  arbitrum: {
    privateKey: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
    address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  },
  avalanche: {
    privateKey: '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
    address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  },
  botanix: {
    privateKey: '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
    address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  },
}

/** Addresses that sign for the platform in production (public oracle configuration, 2023 to 2026): never ours to play. */
export const PRODUCTION_SIGNERS: readonly Hex[] = [
  '0x0F711379095f2F0a6fdD1e8Fccd6eBA0833c1F1f',
  '0x7f2CA7713AACD279f7753F804163189E4831c1EE',
  '0xf09229eb438BA30395BDE5cB088E775b4895596A',
]
