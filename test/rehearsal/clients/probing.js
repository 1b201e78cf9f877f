/** Leaves a base that failed once, and probes it every second until it answers. */
import { act, ask, poll, TICKERS } from './kit.js'

const TIMEOUT_MS = 3000
const PROBE = '/ping'
const PROBE_PERIOD_MS = 1000

/** @param {import('./kit.js').World} world */
export async function conduct(world) {
  const down = new Set()
  const serve = async () => {
    for (const base of world.bases.filter((base) => !down.has(base)))
      try {
        return act(world, await ask(world, base, TICKERS, TIMEOUT_MS))
      } catch {
        down.add(base)
      }
  }
  const probe = async () => {
    for (const base of down)
      await ask(world, base, PROBE, TIMEOUT_MS).then(
        () => down.delete(base),
        () => {},
      )
  }
  await Promise.all([poll(world, serve), poll(world, probe, PROBE_PERIOD_MS)])
}
