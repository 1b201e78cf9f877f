/**
 * A port of the loopback that nobody listens on: not every peer can be told to take any. From below those that systems give
 * to outgoing connections, as asking again and again whether a server is there yet makes many of these.
 */
import { createServer } from 'node:net'

const FIRST = 20_000
const MANY = 10_000
/** Two runs at once begin at different ones. */
let next = process.pid

/** @returns {Promise<number>} */
export async function freePort() {
  for (let tries = 0; tries < MANY; tries++) {
    const port = FIRST + (next++ % MANY)
    if (await isFree(port)) return port
  }
  throw new Error(`no port from ${FIRST} to ${FIRST + MANY - 1} is free`)
}

/** @param {number} port @returns {Promise<boolean>} */
function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
