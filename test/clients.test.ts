/** Every client gets its replies: the journal of its run has the requests that docs/clients.md lists, and no 404. */
import { request } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RunningSimulator } from '../src/server/simulator.js'
import { READ_CLIENTS, SDK_API, SDK_CLIENTS } from '../tools/generate/client-calls.js'
import { installed } from './support/installed.js'
import { startTestSimulator } from './support/simulator.js'

type Call = (params?: object) => Promise<unknown>
interface Sdk {
  readonly oracle: Readonly<Record<string, Call>>
  readonly tokens: Readonly<Record<string, Call>>
}

let simulator: RunningSimulator
beforeAll(async () => {
  simulator = await startTestSimulator()
})
beforeEach(() => simulator.session.journal.clear())
afterAll(() => simulator.stop())

/** Requests of all clients; fails if one was not answered. */
function expectAsked(asks: readonly string[]): void {
  const entries = simulator.session.journal.entries()
  expect(entries.filter(({ status }) => status !== 200)).toEqual([])
  const seen = new Set(entries.map(({ method, url }) => `${method} ${url}`))
  expect([...seen].sort()).toEqual([...asks].sort())
}

describe.skipIf(!installed('sdk'))('the official SDK, run', () => {
  const load = createRequire(new URL('installs/sdk/package.json', import.meta.url))
  const base = () => `${simulator.url}/arbitrum`

  describe.each(SDK_CLIENTS)('$version', ({ folder, version, calls }) => {
    test('is of that version', () => {
      expect(
        load(join(new URL('installs/sdk/node_modules', import.meta.url).pathname, folder, 'package.json'))
          .version,
      ).toBe(version)
    })

    test.each(calls)('$call', async ({ call, asks }) => {
      const { GmxSdk } = load(folder)
      const { url } = simulator
      const sdk: Sdk = new GmxSdk({ chainId: 42161, oracleUrl: base(), rpcUrl: url, subsquidUrl: url })
      const [module, name] = call.replace('()', '').split('.') as [keyof Sdk, string]
      expect(await sdk[module][name]()).toBeTruthy()
      expectAsked(asks)
    })
  })

  test.each(SDK_API.calls)('of the second generation: $call', async ({ call, asks }) => {
    const { GmxApiSdk } = load(`${SDK_API.folder}/v2`)
    const sdk = new GmxApiSdk({ chainId: 42161 })
    // It has the address of another host built in; its own way of asking is kept.
    sdk.ctx.api.url = base()
    const [, name, period] = /^(\w+)\((?:\{ period: '(\w+)' \})?\)$/.exec(call) ?? []
    expect(await sdk[name](period === undefined ? {} : { period })).toBeTruthy()
    expectAsked(asks)
  })
})

const REPORT = JSON.stringify({ items: [{ type: 'counter', payload: { event: 'test' } }] })

/** By node:http with a path, as a bare `?` is dropped from URLs. */
function textOf(method: string, path: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const asking = request(simulator.url, { method, path, headers }, async (reply) =>
      resolve(Buffer.concat(await reply.toArray()).toString()),
    )
    asking.on('error', reject).end(method === 'POST' ? REPORT : undefined)
  })
}

describe.each(READ_CLIENTS)('$name, as its source asks', ({ calls }) => {
  test.each(calls)('$call', async ({ asks }) => {
    for (const ask of asks) {
      const [method, url] = ask.split(' ')
      expect(JSON.parse(await textOf(method, `/arbitrum${url}`))).toBeTypeOf('object')
    }
    expectAsked(asks)
  })
})
