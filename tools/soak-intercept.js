/** `npm run soak -- --intercept`: a server that intercepts, under programs that come and go. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startSampled } from '../bench/process.js'
import { createSteadiness, HOLDINGS } from '../bench/steadiness.js'

const CLIENT = fileURLToPath(new URL('../bench/intercepted-client.js', import.meta.url))
const [MIN_PROGRAMS, MAX_PROGRAMS] = [8, 40]
/** Lets the server see programs end before a sample. */
const REST_MS = 1500

/** @type {readonly import('../bench/steadiness.js').Column<import('../bench/holdings.js').Holdings & { folders: number }>[]} */
const COLUMNS = [...HOLDINGS, ['folders', ({ folders }) => folders, 0]]

/** @param {number} requests Of all programs. */
export async function soakInterception(requests) {
  const folder = mkdtempSync(join(tmpdir(), 'gmx-sim-soak-'))
  process.env.TMPDIR = folder
  const server = await startSampled('--intercept', '--seed', 'soak')
  try {
    const [made] = readdirSync(folder)
    const { variables, addedVariables } = JSON.parse(readFileSync(join(folder, made, 'access.json'), 'utf8'))
    const env = { ...process.env, ...variables, NODE_OPTIONS: addedVariables.NODE_OPTIONS }
    const programs = Math.min(MAX_PROGRAMS, Math.max(MIN_PROGRAMS, Math.floor(requests / 2500)))
    const count = String(Math.ceil(requests / programs))
    const steadiness = createSteadiness(COLUMNS, 'requests')
    steadiness.printHead()
    for (let n = 1; n <= programs; n++) {
      const [code] = await once(spawn(process.execPath, [CLIENT, count], { env, stdio: 'inherit' }), 'exit')
      if (code !== 0) throw new Error(`a program ended with ${code}`)
      await wait(REST_MS)
      steadiness.add(n * Number(count), { ...(await server.strain()), folders: readdirSync(folder).length })
    }
    steadiness.judge()
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
