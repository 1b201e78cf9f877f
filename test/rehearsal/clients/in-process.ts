/** A reference client within the test's own process, where fake timers let its time pass. */
import { setMaxListeners } from 'node:events'
import type { RehearsedClient } from '../../../src/testing/rehearse.js'
import { conduct as ageChecking } from './age-checking.js'
import { conduct as banning } from './banning.js'
import { conduct as blaming } from './blaming.js'
import { conduct as exemplary } from './exemplary.js'
import { conduct as hammering } from './hammering.js'
import type { World } from './kit.js'
import { conduct as polite } from './polite.js'
import { conduct as roundRobin } from './round-robin.js'
import { conduct as stubborn } from './stubborn.js'
import { conduct as trusting } from './trusting.js'
import { conduct as walker } from './walker.js'

/** By name; the official SDK and the one in Python run as programs only. */
export const CONDUCTS = {
  hammering,
  stubborn,
  polite,
  walker,
  'round-robin': roundRobin,
  banning,
  blaming,
  trusting,
  'age-checking': ageChecking,
  exemplary,
} as const

/** What `rehearse` takes for a client: that of `<name>.js` here. Its chance is the same each time, unless `instead` has another. */
export function inProcess(
  name: keyof typeof CONDUCTS,
  instead?: Partial<World>,
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
      random: createChance(index),
      observe: (symbol, price) => observe({ symbol, price }),
      signal,
      ...instead,
    }
    await CONDUCTS[name](world)
  }
}

/** mulberry32: evenly from 0 up to 1. */
function createChance(seed: number): () => number {
  let state = seed + 1
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
