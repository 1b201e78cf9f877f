/**
 * A retry loop around an HTTP library that retries, too: three tries 50 ms apart, each of them four requests 20 ms apart, and
 * the library gives each request an id of its own. Twelve requests for one price, all to one base.
 */
import { act, ask, poll, TICKERS } from './kit.js'

const TIMEOUT_MS = 4000
const TRIES = 3
const PAUSE_MS = 50
const REQUESTS_PER_TRY = 4
const LIBRARY_PAUSE_MS = 20

/** @param {import('./kit.js').World} world */
export function conduct(world) {
  let requests = 0
  const get = () => {
    const headers = { 'x-request-id': `request-${++requests}` }
    return ask(world, world.bases[0], TICKERS, TIMEOUT_MS, { headers })
  }
  const library = () => retried(world, get, REQUESTS_PER_TRY, LIBRARY_PAUSE_MS)
  return poll(world, async () => act(world, await retried(world, library, TRIES, PAUSE_MS)))
}

/**
 * @param {import('./kit.js').World} world @param {() => Promise<unknown>} task @param {number} tries @param {number} pauseMs
 * @returns {Promise<unknown>}
 */
async function retried({ sleep }, task, tries, pauseMs) {
  for (let left = tries - 1; left > 0; left--)
    try {
      return await task()
    } catch {
      await sleep(pauseMs)
    }
  return task()
}
