/** The whole contract, each way there is to be served; heads and bytes must be the same. */
import { request } from 'node:http'
import express from 'express'
import { describe, expect, test } from 'vitest'
import { askOnce } from '../../src/cli/ask-once.js'
import { listen, type RequestListener } from '../../src/http/server.js'
import { startSimulator } from '../../src/index.js'
import { createApp } from '../../src/testing/app.js'
import { startPlain } from '../support/plain.js'
import { hasProgram, hasStore } from '../support/redis.js'
import { startReplicas } from '../support/replicas.js'
import { createTestSimulator, settingsFor, startTestSimulator } from '../support/simulator.js'
import { type Asked, contractSuite, type Seen, type Way } from './contract-suite.js'

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

/** Three replicas over a store, behind a load balancer: each question goes to each of them. */
async function balanced(): Promise<Way> {
  const { url, stop } = await startReplicas(3)
  return { ask: (asked) => askBySocket(url, asked), stop }
}
const isBalanced = hasStore() && hasProgram('haproxy', '-v')

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
  ['as it is served', served, 2],
  ['by Express alone, without caches', withoutCaches, 1],
  ['mounted in another app', mounted, 1],
  ['in process', inProcess, 2],
  ...(isBalanced ? ([['by three replicas', balanced, 3]] as const) : []),
] as const
const seen = WAYS.map(([name, start, times]) => {
  let all: readonly Seen[] = []
  describe(name, () => {
    all = contractSuite(start, times)
  })
  return () => all
})

test('every way gave the same heads and bytes', () => {
  const [first, ...others] = seen.map((all) => all())
  expect(first.length).toBeGreaterThan(200)
  for (const [n, other] of others.entries()) {
    const named = WAYS[n + 1][0]
    expect(other.filter(isShort).map(withoutMount), named).toEqual(first.filter(isShort))
  }
})

test('gmx-sim get prints the same bytes', async () => {
  const [first] = seen.map((all) => all())
  const plain = first.filter(
    ({ asked: { method, headers }, status }) =>
      method === 'GET' && headers.host === undefined && status !== 405,
  )
  expect(plain.length).toBeGreaterThan(100)
  for (const { asked, status, body } of plain) {
    const reply = await askOnce(asked.path, settingsFor({ at: AT }))
    expect({ status: reply.status, body: String(reply.body) }, asked.path).toEqual({ status, body })
  }
})

/** A long path that leads nowhere is shown shortened, by the mount's length sooner. */
const isShort = ({ asked }: Seen) => asked.path.length < 200

/** What is told of a path that leads nowhere is the whole of it. */
function withoutMount(seen: Seen): Seen {
  const body = seen.body.replace('there is nothing at /prices/of/', 'there is nothing at /')
  if (body === seen.body) return seen
  return { ...seen, body, head: { ...seen.head, 'content-length': String(Buffer.byteLength(body)) } }
}

const OF_THE_CONNECTION = new Set(['date', 'connection', 'keep-alive'])

function headOf(pairs: readonly (readonly [name: string, value: string])[]): Record<string, string> {
  const named = pairs.map(([name, value]) => [name.toLowerCase(), value] as const)
  return Object.fromEntries(named.filter(([name]) => !OF_THE_CONNECTION.has(name)).sort())
}

function askBySocket(url: string, { path, method, headers }: Asked): Promise<Omit<Seen, 'asked'>> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const asked = request({ hostname, port, path, headers, method }, async (reply) => {
      const pairs = reply.rawHeaders.flatMap((name, i, raw) =>
        i % 2 === 0 ? [[name, raw[i + 1]] as const] : [],
      )
      reply.setEncoding('utf8').once('error', reject)
      let body = ''
      for await (const text of reply) body += text
      resolve({ status: reply.statusCode as number, head: headOf(pairs), body })
    })
    asked.once('error', reject).end()
  })
}
