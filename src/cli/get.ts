import { UserError } from '../core/errors.js'
import { ENDPOINTS } from '../endpoints/index.js'
import { baseOfHost, locate } from '../exchange/locate.js'
import { createLocalFetch } from '../http/local/fetch.js'
import type { Settings } from '../settings.js'
import { createSimulator } from '../simulator.js'

/** Prints the reply to `arbitrum/prices/candles?…`, byte for byte what a server would send; a bad one is a UserError, too. */
export async function get(address: string, settings: Settings): Promise<void> {
  const { status, body } = await replyTo(address, settings)
  if (status === 404) throw nothingAt(pathOf(address))
  // A reader such as `head` may close the pipe before it has seen all.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  process.stdout.write(body)
  if (process.stdout.isTTY) process.stdout.write('\n')
  if (status >= 400) {
    const { errors } = JSON.parse(body.toString()) as { errors: string[] }
    throw new UserError(`the reply would be ${status}`, errors.join('; '), 'correct the query', 2)
  }
}

function nothingAt(path: string): UserError {
  const place = locate(path, undefined)
  const isBelowBase = place.kind === 'base'
  const hint = isBelowBase
    ? `write one of ${ENDPOINTS.map(({ path }) => path).join(', ')}`
    : 'begin with a network, such as arbitrum/prices/tickers'
  const what = isBelowBase ? 'there is no such path' : 'there is no such base address'
  return new UserError(what, isBelowBase ? place.url : path, hint, 2)
}

/** What a server of these settings would answer to GET of an address. */
export async function replyTo(
  address: string,
  settings: Settings,
): Promise<{ readonly status: number; readonly body: Buffer }> {
  const path = pathOf(address)
  // A scenario is about a server under way; this is what the data says.
  const { context, session, app } = await createSimulator({ ...settings, scenario: undefined })
  const fetch = createLocalFetch({ context, session, app, url: HOME })
  const reply = await fetch(path)
  return { status: reply.status, body: Buffer.from(await reply.arrayBuffer()) }
}

/** Where the server would be; nothing of it is seen. */
const HOME = 'http://127.0.0.1:8650'
const OWN_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/** Also takes an address as it stands in a browser, `http://127.0.0.1:8650/arbitrum/ping`. */
function pathOf(address: string): string {
  const whole = /^https?:\/\/([^/?]*)(.*)$/.exec(address)
  if (whole === null) return address.startsWith('/') ? address : `/${address}`
  const [, host, path] = whole
  if (OWN_HOST.test(host)) return path === '' ? '/' : path
  if (baseOfHost(host) !== undefined) return address
  throw new UserError(
    'the simulator does not answer for this host',
    host,
    'write an address such as arbitrum/prices/tickers',
    2,
  )
}
