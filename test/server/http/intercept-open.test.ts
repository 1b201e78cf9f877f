/** The proxy that answers the live hosts, while a fault begins on connections that are open already. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { endAll, HOST, proxied, secured, tunnelTo } from '../../support/intercepting.js'
import { load } from '../../support/scenario.js'

afterEach(endAll)

test.each([
  ['CONNECT', { tls: 'wrongHost' }],
  ['TLS', { tls: 'wrongHost' }],
  ['TLS', { dns: 'notFound' }],
  ['TLS', { refuse: true }],
])('opened by %s, %j resets it, and the proxy still closes', async (by, fault) => {
  const { port, tlsPort, session, close } = await proxied({ splitPorts: 'true' })
  const socket = by === 'TLS' ? connect(tlsPort, '127.0.0.1') : (await tunnelTo(port, `${HOST}:443`))[1]
  const secure = await secured(socket)
  secure.write(`GET /ping HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`)
  expect(String((await once(secure, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /)
  load(session, { rules: [{ id: 'fault', match: { base: 'primary' }, fault }] })
  await session.settled()
  secure.write(`GET /ping HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`)
  const [error] = await once(secure, 'error')
  expect(error).toMatchObject({ code: 'ECONNRESET' })
  await close()
})
