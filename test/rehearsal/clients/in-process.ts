/** A reference client within the test's own process, where fake timers let its time pass. */
import { setMaxListeners } from 'node:events'
import { readdirSync } from 'node:fs'
import type { RehearsedClient } from '../../../src/entrypoints/testing/rehearse.js'
import { createChance, SEED, type World } from './kit.js'

/** Programs, and what all share. */
const NO_CONDUCTS = ['main.js', 'official-sdk.js', 'kit.js']

type Conduct = (world: World) => Promise<void>

// Loaded before any time is virtual, which would pass while a module is read.
const CONDUCTS = new Map(
  await Promise.all(
    readdirSync(import.meta.dirname)
      .filter((file) => file.endsWith('.js') && !NO_CONDUCTS.includes(file))
      .map(async (file): Promise<[string, Conduct]> => {
        const { conduct } = await import(/* @vite-ignore */ `./${file}`)
        return [file.replace('.js', ''), conduct]
      }),
  ),
)

/** The client of `<name>.js` here, as `rehearse` takes it. Its random numbers are the same each time, unless they are `altered`. */
export function inProcess(
  name: string,
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
      random: createChance(SEED + index),
      observe: (symbol, price) => observe({ symbol, price }),
      signal,
      elsewhere: [baseUrl('avalanche'), baseUrl('avalanche', 'fallback')],
      delegate: async (other) => conductOf(other)(world),
    }
    await conductOf(name)({ ...world, ...altered?.(world) })
  }
}

function conductOf(name: string): Conduct {
  const conduct = CONDUCTS.get(name)
  if (conduct === undefined) throw new Error(`there is no client ${name}`)
  return conduct
}
