import { baseOfPrefix } from '../catalogue/networks.js'
import { UserError } from '../core/errors.js'
import { ENDPOINTS } from '../endpoints/index.js'
import type { Reply } from '../exchange/reply.js'
import { answer } from '../session/answer.js'
import type { Settings } from '../settings.js'
import { createSimulator } from '../simulator.js'

/** Prints the reply to `arbitrum/prices/candles?…`, byte for byte what a server would send. */
export async function get(address: string, settings: Settings): Promise<void> {
  const { status, body } = await replyTo(address, settings)
  if (status !== 200) {
    const { errors } = JSON.parse(body.toString()) as { errors: string[] }
    throw new UserError(`the reply would be ${status}`, errors.join('; '), 'correct the query', 2)
  }
  // A reader such as `head` may close the pipe before it has seen all.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  process.stdout.write(body)
  if (process.stdout.isTTY) process.stdout.write('\n')
}

/** The reply at a base address, path and query; a UserError where there is no such address. */
export async function replyTo(address: string, settings: Settings): Promise<Reply> {
  const { prefix, path, search } = partsOf(address)
  const base = baseOfPrefix(prefix)
  if (base === undefined)
    throw notThere('base address', prefix, 'begin with a network, such as arbitrum/prices/tickers')
  const endpoint = ENDPOINTS.find((endpoint) => endpoint.path === path || endpoint.aliases?.includes(path))
  if (endpoint === undefined)
    throw notThere('path', path, `write one of ${ENDPOINTS.map(({ path }) => path).join(', ')}`)
  // A scenario is about a server under way; this is what the data says.
  const { session } = await createSimulator({ ...settings, scenario: undefined })
  const world = session.world(base.network, base.base)
  const question = {
    endpoint,
    method: 'GET',
    url: path,
    search,
    atMs: session.nowMs(),
  }
  return answer({ ...session, world }, question).reply()
}

/** Also takes an address as it stands in a browser, `http://127.0.0.1:8650/arbitrum/ping`. */
function partsOf(address: string): { prefix: string; path: string; search: string } {
  const [whole, ...search] = address.replace(/^(https?:\/\/[^/?]*)?\//, '').split('?')
  const slash = whole.indexOf('/')
  const prefix = slash < 0 ? whole : whole.slice(0, slash)
  const path = slash < 0 ? '/' : whole.slice(slash).replace(/(.)\/$/, '$1')
  return { prefix, path, search: search.join('?') }
}

function notThere(what: string, seen: string, hint: string): UserError {
  return new UserError(`there is no such ${what}`, seen, hint, 2)
}
