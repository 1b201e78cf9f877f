/** A reference client within the test's own process, where fake timers let its time pass. */
import { setMaxListeners } from 'node:events'
import type { RehearsedClient } from '../../../src/entrypoints/testing/rehearse.js'
import { conduct as ageChecking } from './age-checking.js'
import { conduct as banning } from './banning.js'
import { conduct as blaming } from './blaming.js'
import { conduct as blindAfterBurst } from './blind-after-burst.js'
import { conduct as cents } from './cents.js'
import { conduct as childProcess } from './child-process.js'
import { conduct as circuitBreaker } from './circuit-breaker.js'
import { conduct as considerate } from './considerate.js'
import { conduct as crashOnBadJson } from './crash-on-bad-json.js'
import { conduct as exemplary } from './exemplary.js'
import { conduct as hammering } from './hammering.js'
import { conduct as hedging } from './hedging.js'
import { createChance, SEED, type World } from './kit.js'
import { conduct as naiveSingleBase } from './naive-single-base.js'
import { conduct as noShapeCheck } from './no-shape-check.js'
import { conduct as noStatusCheck } from './no-status-check.js'
import { conduct as noTimeout } from './no-timeout.js'
import { conduct as parallel } from './parallel.js'
import { conduct as polite } from './polite.js'
import { conduct as randomBalancing } from './random-balancing.js'
import { conduct as restless } from './restless.js'
import { conduct as retryingLibrary } from './retrying-library.js'
import { conduct as roundRobin } from './round-robin.js'
import { conduct as slow5min } from './slow-5min.js'
import { conduct as slow30s } from './slow-30s.js'
import { conduct as stubborn } from './stubborn.js'
import { conduct as trusting } from './trusting.js'
import { conduct as walker } from './walker.js'
import { conduct as webAppLike } from './web-app-like.js'
import { conduct as wrongNetwork } from './wrong-network.js'

/** Those of the table of the drill, by name; the official SDK and the one in Python run as programs only. */
export const CONDUCTS = {
  hammering,
  stubborn,
  polite,
  walker,
  'round-robin': roundRobin,
  restless,
  banning,
  blaming,
  trusting,
  'age-checking': ageChecking,
  exemplary,
} as const

/** Those of `verdicts.md`, by name. */
export const REFERENCES = {
  'naive-single-base': naiveSingleBase,
  'no-timeout': noTimeout,
  'no-status-check': noStatusCheck,
  'no-shape-check': noShapeCheck,
  'web-app-like': webAppLike,
  'retrying-library': retryingLibrary,
  hedging,
  parallel,
  'random-balancing': randomBalancing,
  'circuit-breaker': circuitBreaker,
  considerate,
  cents,
  'slow-30s': slow30s,
  'slow-5min': slow5min,
  'crash-on-bad-json': crashOnBadJson,
  'child-process': childProcess,
  'wrong-network': wrongNetwork,
  'blind-after-burst': blindAfterBurst,
} as const

const ALL: Readonly<Record<string, (world: World) => Promise<unknown>>> = { ...CONDUCTS, ...REFERENCES }

/** What `rehearse` takes for a client: that of `<name>.js` here. Its chance is the same each time, unless it is `altered`. */
export function inProcess(
  name: keyof typeof CONDUCTS | keyof typeof REFERENCES,
  altered?: (world: World) => Partial<World>,
): (given: RehearsedClient) => Promise<void> {
  return async ({ baseUrl, fetch, observe, signal, index }) => {
    // One for each wait and each request on its way.
    setMaxListeners(0, signal)
    const world: World = {
      bases: [baseUrl('arbitrum'), baseUrl('arbitrum', 'fallback'), baseUrl('arbitrum', 'fallback-2')],
      fetch,
      sleep: (ms) =>
        new Promise((resolve) => {
          const finish = () => {
            clearTimeout(timer)
            signal.removeEventListener('abort', finish)
            resolve()
          }
          const timer = setTimeout(finish, ms)
          signal.addEventListener('abort', finish)
        }),
      now: () => Date.now(),
      random: createChance(name in REFERENCES ? SEED + index : index + 1),
      observe: (symbol, price) => observe({ symbol, price }),
      signal,
      elsewhere: [baseUrl('avalanche'), baseUrl('avalanche', 'fallback')],
      delegate: async (other) => void (await ALL[other](world)),
    }
    await ALL[name]({ ...world, ...altered?.(world) })
  }
}
