/** Servers as processes of their own: started, asked, ended. */
import { spawn } from 'node:child_process'
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

const MOST_WAIT_MS = 20_000

/** @param {string} path Below the package. */
const pathOf = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

const SERVE = [pathOf('dist/cli/main.js'), 'serve', '--port', '0', '--clock', 'frozen']

/** @param {string[]} options */
export const startSimulator = (...options) => startServer([...SERVE, ...options])

/** A simulator that also tells the longest that its event loop was kept busy, in ms, since it was asked last. */
export async function startWatched() {
  const preload = new URL('loop-delay.js', import.meta.url).href
  const server = await startServer(['--import', preload, ...SERVE], 'ipc')
  return {
    ...server,
    /** @returns {Promise<number>} */
    longestPauseMs: () =>
      new Promise((resolve) => {
        server.child.once('message', resolve)
        server.child.send('')
      }),
  }
}

/** @param {string[]} file Where the bytes stand that it answers with, if not those of ping. */
export const startBareServer = (...file) => startServer([pathOf('bench/bare-server.js'), ...file])

/**
 * Resolves when the program has printed its ready line.
 * @param {string[]} args
 * @param {'ignore' | 'ipc'} talk Whether messages go to it and come from it.
 * @returns {Promise<ServerProcess>}
 */
async function startServer(args, talk = 'ignore') {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', talk] })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
  }
  const tooLong = setTimeout(stop, MOST_WAIT_MS)
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
 * The body of a 200 over a connection of its own.
 * @param {string} url
 * @returns {Promise<Buffer>}
 */
export function get(url) {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent: false, signal: AbortSignal.timeout(MOST_WAIT_MS) }, (response) => {
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
