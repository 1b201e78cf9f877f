/** Servers as child processes: start, query, stop. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/**
 * @typedef {object} ServerProcess
 * @property {string} url
 * @property {number} pid
 * @property {import('node:child_process').ChildProcess} child
 * @property {() => Promise<void>} stop
 */

const MAX_WAIT_MS = 20_000

/** @param {string} path Below the package. */
const pathOf = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

const SERVE = [pathOf('dist/cli/main.js'), 'serve', '--port', '0', '--clock', 'frozen']

/** @param {string[]} options Command-line options; the last of a name wins. */
export const startSimulator = (...options) => startServer([...SERVE, ...options])

/** @param {string[]} file File with the body to reply with; default: that of ping. */
export const startBareServer = (...file) => startServer([pathOf('bench/bare-server.js'), ...file])

/**
 * A server that reports what it holds, for `npm run soak`; `strain` resolves with its sample.
 * @param {string[]} options
 * @returns {Promise<ServerProcess & { strain: () => Promise<import('./holdings.js').Holdings> }>}
 */
export async function startSampled(...options) {
  const preload = ['--import', new URL('holdings.js', import.meta.url).href]
  const server = await startServer([...preload, ...SERVE, ...options], 'ipc')
  const strain = () =>
    new Promise((resolve) => {
      server.child.once('message', resolve)
      server.child.send('')
    })
  return { ...server, strain: /** @type {any} */ (strain) }
}

/**
 * Resolves when the program has printed its ready line.
 * @param {string[]} args
 * @param {'ignore' | 'ipc'} talk Whether to open a message channel.
 * @returns {Promise<ServerProcess>}
 */
async function startServer(args, talk = 'ignore') {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', talk] })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
  }
  const tooLong = setTimeout(stop, MAX_WAIT_MS)
  try {
    for await (const line of createInterface(/** @type {import('node:stream').Readable} */ (child.stdout))) {
      return { url: JSON.parse(line).url, pid: /** @type {number} */ (child.pid), child, stop }
    }
  } finally {
    clearTimeout(tooLong)
  }
  await stop()
  throw new Error(`${args.join(' ')} did not get ready`)
}

/**
 * Resident memory of a process; needs Linux.
 * @param {number} pid
 */
export function residentMb(pid) {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

/**
 * Returns the body of a 200, over a separate connection.
 * @param {string} url
 * @returns {Promise<Buffer>}
 */
export function get(url) {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent: false, signal: AbortSignal.timeout(MAX_WAIT_MS) }, (response) => {
      /** @type {Buffer[]} */
      const chunks = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => {
        if (response.statusCode === 200) resolve(Buffer.concat(chunks))
        else reject(new Error(`${url} answered ${response.statusCode}`))
      })
    })
    asked.on('error', reject)
    asked.end()
  })
}
