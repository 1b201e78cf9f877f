/**
 * Polls the base in use once a second and probes all of them every 10 s, for up to 10 s each. Four failures in a row ban a
 * base for ever; the first base that the last probes found healthy takes its place. Nothing is done with what a probe returns.
 */
import { act, ask, poll, TICKERS } from './kit.js'

const TIMEOUT_MS = 4000
const PROBE_TIMEOUT_MS = 10_000
const PROBE_PERIOD_MS = 10_000
const MOST_FAILURES = 4

/** @param {import('./kit.js').World} world */
export async function conduct(world) {
  const places = world.bases.map((base) => ({ base, failures: 0, isHealthy: true }))
  const isUsable = (/** @type {(typeof places)[0]} */ { failures, isHealthy }) =>
    failures < MOST_FAILURES && isHealthy
  let current = places[0]
  const serve = async () => {
    if (!isUsable(current)) current = places.find(isUsable) ?? current
    const place = current
    try {
      act(world, await ask(world, place.base, TICKERS, TIMEOUT_MS))
      place.failures = 0
    } catch {
      place.failures++
    }
  }
  const probe = (/** @type {(typeof places)[0]} */ place) =>
    ask(world, place.base, TICKERS, PROBE_TIMEOUT_MS).then(
      () => {
        place.isHealthy = true
      },
      () => {
        // The one in use is judged by its failures.
        if (place !== current) place.isHealthy = false
      },
    )
  const probing = async () => void places.forEach((place) => void probe(place))
  await Promise.all([poll(world, serve), poll(world, probing, PROBE_PERIOD_MS)])
}
