/** The official SDK as it is: one base address, no time-out, no retry, the status ignored. Asked once a second for tickers. */
import { createRequire } from 'node:module'
import { act, POLL_MS } from './kit.js'

const ARBITRUM = 42161

/** @param {import('./kit.js').World} world */
export async function conduct(world) {
  // It loads with `require` only.
  const { GmxSdk } = createRequire(new URL('../../installs/sdk/package.json', import.meta.url))('@gmx-io/sdk')
  const [oracleUrl] = world.bases
  const sdk = new GmxSdk({ chainId: ARBITRUM, oracleUrl, rpcUrl: oracleUrl, subsquidUrl: oracleUrl })
  while (!world.signal.aborted) {
    const answer = await sdk.oracle.getTickers().catch(() => undefined)
    act(world, answer)
    await world.sleep(POLL_MS)
  }
}
