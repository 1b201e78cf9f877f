/** The proxy that answers the live hosts: every spelling of them, and hosts of GMX that it refuses. None is passed on. */
import { once } from 'node:events'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { connect } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import type { BaseAddress } from '../../../src/market/catalogue/bases.js'
import { isGmxHost } from '../../../src/market/catalogue/gmx-hosts.js'
import { BUILT_IN } from '../../../src/market/catalogue/networks.js'
import { endAll, HOST, proxied, secured, tunnelTo } from '../../support/intercepting.js'

afterEach(endAll)

type Port = Awaited<ReturnType<typeof proxied>>

const replyTo = async (request: ReturnType<typeof requestHttp>) => {
  const [response] = await once(request.end(), 'response')
  let body = ''
  for await (const part of response) body += part
  return { status: response.statusCode as number, body }
}
const over = (socket: TLSSocket, host: string) =>
  replyTo(requestHttps({ createConnection: () => socket, path: '/ping', headers: { host } }))

const WAYS: Readonly<Record<string, (host: string, proxy: Port) => ReturnType<typeof replyTo>>> = {
  CONNECT: async (host, { port }) => {
    const [status, socket] = await tunnelTo(port, `${host}:443`)
    expect(status).toBe('HTTP/1.1 200 Connection Established')
    return over(await secured(socket, { servername: host }), host)
  },
  'CONNECT to port 80': async (host, { port }) => {
    const [, socket] = await tunnelTo(port, `${host}:80`)
    return replyTo(requestHttp({ createConnection: () => socket, path: '/ping', headers: { host } }))
  },
  'TLS without CONNECT': async (host, { tlsPort }) =>
    over(await secured(connect(tlsPort, '127.0.0.1'), { servername: host }), host),
  'an absolute URL': (host, { port }) =>
    replyTo(requestHttp({ port, path: `http://${host}/ping`, headers: { host } })),
  'an absolute URL with a port and a user': (host, { port }) =>
    replyTo(requestHttp({ port, path: `http://me@${host}:8080/ping`, headers: { host } })),
  'an absolute URL, whose Host header is another': (host, { port }) =>
    replyTo(requestHttp({ port, path: `http://${host}/ping`, headers: { host: 'example.com' } })),
}

describe.each(Object.entries(WAYS))('%s', (_name, ask) => {
  test('live hosts are answered in every spelling', async () => {
    const proxy = await proxied()
    for (const host of [HOST, `${HOST}.`, 'Arbitrum-API.gmxinfra.IO'])
      expect((await ask(host, proxy)).status, host).toBe(200)
    const entry = { network: 'arbitrum', base: 'primary' }
    expect(proxy.session.journal.entries()).toMatchObject([entry, entry, entry])
    expect([...proxy.traffic.passedOn.keys(), ...proxy.traffic.refused.keys()]).toEqual([])
  })

  test('other hosts of GMX are refused with a sentence, and not passed on', async () => {
    const proxy = await proxied()
    for (const host of ['arbitrum-sepolia-api.gmxinfra.io', 'goerli.gmxapi.ai.', 'Keeper.GMXinfra2.io']) {
      const { status, body } = await ask(host, proxy)
      const name = host.toLowerCase().replace(/\.$/, '')
      const refusal = `^${name} is refused: no catalogue has this host of GMX`
      expect([status, JSON.parse(body).errors]).toEqual([403, [expect.stringMatching(refusal)]])
    }
    expect(proxy.traffic).toMatchObject({ passedOn: new Map(), answered: 0 })
    expect(proxy.traffic.refused.size).toBe(3)
    expect(proxy.session.journal.entries()).toEqual([])
  })
})

test('every host of the built-in networks reaches its base address', async () => {
  const proxy = await proxied()
  const statuses = []
  for (const host of BUILT_IN.liveHosts) {
    const { generation } = BUILT_IN.ofLiveHost(host) as BaseAddress
    const path = `http://${host}${generation === 1 ? '/ping' : '/v1/tokens'}`
    statuses.push((await replyTo(requestHttp({ port: proxy.port, path }))).status)
  }
  expect(new Set(statuses)).toEqual(new Set([200]))
  const seen = proxy.session.journal.entries().map(({ network, base }) => `${network} ${base}`)
  const wanted = BUILT_IN.liveHosts.map((host) => BUILT_IN.ofLiveHost(host) as BaseAddress)
  expect(seen).toEqual(wanted.map(({ network, base }) => `${network} ${base}`))
  expect(BUILT_IN.liveHosts.filter((host) => !isGmxHost(host))).toEqual([])
})

test('a request that is passed on has the host of its URL, whichever its Host header names', async () => {
  const { port } = await proxied()
  const other = await proxied()
  const request = requestHttp({ port, path: `http://127.0.0.1:${other.port}/`, headers: { host: HOST } })
  expect(JSON.parse((await replyTo(request)).body).errors).toEqual([
    `this proxy does not serve 127.0.0.1:${other.port}`,
  ])
})

test('with a control token, refused hosts need it, too', async () => {
  const { port } = await proxied({ token: 'secret' })
  expect((await tunnelTo(port, 'x.gmxapi.io:443'))[0]).toBe('HTTP/1.1 407 Proxy Authentication Required')
  const request = requestHttp({ port, path: 'http://x.gmxapi.io/', headers: { host: 'x.gmxapi.io' } })
  expect((await replyTo(request)).status).toBe(407)
})
