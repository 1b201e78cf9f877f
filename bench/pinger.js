/**
 * A client of its own process that pings two servers; reports on request the longest replies since the last report.
 *
 *   node bench/pinger.js <url of a ping> <url of the control>
 */
import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

const EVERY_MS = 25

/** @typedef {{ pingMs: number, controlMs: number }} Pings */
/** @type {Pings} */
let longest = { pingMs: 0, controlMs: 0 }

/** @param {string} url @param {keyof Pings} name */
async function ping(url, name) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (;;) {
    const start = performance.now()
    await new Promise((resolve) => {
      get(url, { agent }, (reply) => reply.resume().once('close', resolve)).once('error', resolve)
    })
    longest[name] = Math.max(longest[name], performance.now() - start)
    await wait(EVERY_MS)
  }
}

const [url, control] = process.argv.slice(2)
void ping(url, 'pingMs')
void ping(control, 'controlMs')
process.on('message', () => {
  process.send?.(longest)
  longest = { pingMs: 0, controlMs: 0 }
})
process.once('disconnect', () => process.exit())
