/** The official SDK as it is: one base address, no time-out, no retry, the status ignored. Asked once a second. */
import { createRequire } from 'node:module'
import { everySecond, observeEth } from './kit.js'

const ARBITRUM = 42161

/** @param {import('./kit.js').World} world */
export function conduct(world) {
  // It loads with `require` only.
  const { GmxSdk } = createRequire(new URL('../../sdk/package.json', import.meta.url))('@gmx-io/sdk')
  const [oracleUrl] = world.bases
  const sdk = new GmxSdk({ chainId: ARBITRUM, oracleUrl, rpcUrl: oracleUrl, subsquidUrl: oracleUrl })
  return everySecond(world, async () => observeEth(world, await sdk.oracle.getTickers()))
}
