/** One of the reference clients as a program: `node main.js hammering`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

import { createChance, SEED } from './kit.js'

const { env } = process
const baseOf = (suffix = '') => env[`GMX_SIM_ARBITRUM${suffix}_URL`] ?? ''
const { conduct } = await import(`./${process.argv[2]}.js`)

/** @type {import('./kit.js').World} */
const world = {
  bases: [baseOf(), baseOf('_FALLBACK'), baseOf('_FALLBACK_2')],
  fetch,
  sleep,
  now: Date.now,
  random: createChance(SEED),
  observe: (symbol, price) => void report(JSON.stringify({ symbol, price })),
  signal: new AbortController().signal,
  elsewhere: [env['GMX_SIM_AVALANCHE_URL'] ?? '', env['GMX_SIM_AVALANCHE_FALLBACK_URL'] ?? ''],
  async delegate(name) {
    const child = spawn(process.execPath, [process.argv[1], name], { stdio: 'inherit' })
    await once(child, 'exit')
  },
}

/** @param {string} body */
async function report(body) {
  const headers = { 'content-type': 'application/json' }
  await fetch(env['GMX_SIM_OBSERVE_URL'] ?? '', { method: 'POST', headers, body }).catch(() => {})
}

// A killed test run leaves no client behind that would visit the next server on its port.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.exit()
}, 1000).unref()

await conduct(world)
