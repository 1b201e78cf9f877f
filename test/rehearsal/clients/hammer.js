/** Asks one base again every 50 ms until the reply has its symbol. */
import { act, ask, ethOf, POLL_MS, TICKERS } from './kit.js'

const TIMEOUT_MS = 4000
const PAUSE_MS = 50

/** @param {import('./kit.js').World} world */
export async function conduct(world) {
  while (!world.signal.aborted) {
    const answer = await ask(world, world.bases[0], TICKERS, TIMEOUT_MS).catch(() => undefined)
    act(world, answer)
    await world.sleep(ethOf(answer) === undefined ? PAUSE_MS : POLL_MS)
  }
}
