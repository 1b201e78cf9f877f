/** The whole contract, each way there is to be served; heads and bytes must be the same. */
import type { RequestListener } from 'node:http'
import express from 'express'
import { describe, expect, test } from 'vitest'
import { requestOnce } from '../../../src/entrypoints/cli/get.js'
import { startSimulator } from '../../../src/entrypoints/index.js'
import { createApp } from '../../../src/entrypoints/testing/start.js'
import { listen } from '../../../src/server/http/server.js'
import { startPlain } from '../../support/plain.js'
import { createTestSimulator, settingsFor, startTestSimulator } from '../../support/simulator.js'
import { askBySocket, contractSuite, headOf, isShort, type Seen, type Way } from './contract-suite.js'

const AT = '2026-03-01T12:00:07.450Z'

async function served(): Promise<Way> {
  const { url, stop } = await startTestSimulator()
  return { ask: (asked) => askBySocket(url, asked), stop }
}

/** Express alone, and nothing that is finished is kept. */
async function withoutCaches(): Promise<Way> {
  const { url, close } = await startPlain(await createTestSimulator())
  return { ask: (asked) => askBySocket(url, asked), stop: close }
}

/** Somebody's own app, in which ours has a path. */
async function mounted(): Promise<Way> {
  const app = express().disable('x-powered-by')
  app.use('/prices/of', createApp({ clock: { at: AT } }))
  const { ask, stop } = await bySocket(app)
  return { ask: (asked) => ask({ ...asked, path: `/prices/of${asked.path}` }), stop }
}

async function bySocket(listener: RequestListener): Promise<Way> {
  const { origin, close } = await listen(listener, '127.0.0.1', 0)
  return { ask: (asked) => askBySocket(origin, asked), stop: close }
}

/** `sim.fetch`, which opens no socket. */
async function inProcess(): Promise<Way> {
  const sim = await startSimulator({ clock: { at: AT } })
  return {
    async ask({ path, method, headers: { host, ...headers } }) {
      const url = host === undefined ? path : `http://${host}${path}`
      const reply = await sim.fetch(url, { method, headers })
      return { status: reply.status, head: headOf([...reply.headers]), body: await reply.text() }
    },
    stop: sim.stop,
  }
}

const WAYS = [
  ['as it is served', served, 2, true],
  ['by Express alone, without caches', withoutCaches, 1, false],
  ['mounted in another app', mounted, 1, true],
  ['in process', inProcess, 2, true],
] as const
const seen = WAYS.map(([name, start, times, isCached]) => {
  let all: readonly Seen[] = []
  describe(name, () => {
    all = contractSuite(start, times, isCached)
  })
  return () => all
})

test('every way gave the same heads and bytes', () => {
  const [first, ...others] = seen.map((all) => all().filter(isShort))
  const questionOf = ({ asked }: Seen) => JSON.stringify(asked)
  for (const [n, other] of others.entries()) {
    const asked = new Set(other.map(questionOf))
    expect(asked.size).toBeGreaterThan(200)
    expect(other.map(withoutMount), WAYS[n + 1][0]).toEqual(first.filter((one) => asked.has(questionOf(one))))
  }
})

test('gmx-sim get prints the same bytes', async () => {
  const [first] = seen.map((all) => all())
  const all = first.filter(
    ({ asked: { method, headers }, status }) =>
      method === 'GET' && headers.host === undefined && status !== 405,
  )
  // One of each status and path below a base, and of each base: each takes a simulator of its own.
  const kindOf = ({ status, asked }: Seen) => {
    const [, base, ...rest] = asked.path.split('?')[0].split('/')
    return `${status} ${rest.join('/') === 'ping' ? base : ''}/${rest.join('/')}`
  }
  const plain = new Map(all.map((seen) => [kindOf(seen), seen]))
  expect(plain.size).toBeGreaterThan(30)
  for (const { asked, status, body } of plain.values()) {
    const reply = await requestOnce(asked.path, settingsFor({ at: AT }))
    expect({ status: reply.status, body: String(reply.body) }, asked.path).toEqual({ status, body })
  }
})

/** A 404 shows the path with its mount. */
function withoutMount(seen: Seen): Seen {
  const body = seen.body.replace(/(there is nothing at|did you mean|such as) \/prices\/of\//g, '$1 /')
  if (body === seen.body) return seen
  return { ...seen, body, head: { ...seen.head, 'content-length': String(Buffer.byteLength(body)) } }
}
