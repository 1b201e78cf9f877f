/** The proxy that answers the live hosts: certificates, TLS, and faults of connections. */
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { issueCertificate } from '../../../src/server/http/intercept/certificate.js'
import {
  ask,
  endAll,
  ends,
  FALLBACK,
  HOST,
  issued,
  proxied,
  secured,
  tunnelTo,
} from '../../support/intercepting.js'
import { load, oneRule } from '../../support/scenario.js'
import { startAlone } from '../../support/simulator.js'
import { until } from '../../support/until.js'

afterEach(endAll)

describe('certificates', () => {
  test('the authority signs a certificate for the hosts, and nothing else', () => {
    const [ca, certificate] = [
      new X509Certificate(issued.authority),
      new X509Certificate(issued.certificates.valid.cert),
    ]
    expect([ca.ca, certificate.ca]).toEqual([true, false])
    expect(certificate.verify(ca.publicKey)).toBe(true)
    expect(certificate.checkIssued(ca)).toBe(true)
    const names = certificate.subjectAltName?.split(', ')
    expect(names).toEqual(
      expect.arrayContaining([`DNS:${HOST}`, `DNS:${FALLBACK}`, 'DNS:gmxapi.io', 'DNS:*.gmxinfra2.io']),
    )
    expect(names).toHaveLength(10)
    expect(certificate.checkHost('example.com')).toBeUndefined()
  })

  test('another run has another authority', () => {
    const other = new X509Certificate(issueCertificate([HOST]).authority)
    expect(new X509Certificate(issued.certificates.valid.cert).verify(other.publicKey)).toBe(false)
  })
})

describe('live hosts', () => {
  test('the control API is not below them', async () => {
    const { port } = await proxied()
    const [, socket] = await tunnelTo(port, `${HOST}:443`)
    expect(await ask(socket, '/__sim/v1/health')).toBe('404, body')
  })

  test.each([
    [{ status: 503 }, '503, body'],
    [{ reset: 'before' }, 'ECONNRESET'],
    [{ truncate: 0.5 }, 'ECONNRESET'],
    [{ malformed: 'garbage' }, 'HPE_INVALID_CONSTANT'],
  ])('%j reaches the client through TLS', async (fault, seen) => {
    const { port } = await proxied({ fault })
    const [, socket] = await tunnelTo(port, `${HOST}:443`)
    expect(await ask(socket, '/tokens', HOST)).toBe(seen)
  })

  test('refuse resets the connection before TLS; other bases answer', async () => {
    const { port, tlsPort } = await proxied({ fault: { refuse: true }, splitPorts: 'true' })
    await expect(tunnelTo(port, `${HOST}:443`)).rejects.toThrow('ECONNRESET')
    await expect(secured(connect(tlsPort, '127.0.0.1'))).rejects.toThrow('ECONNRESET')
    const [, socket] = await tunnelTo(port, `${FALLBACK}:443`)
    expect(await ask(socket, '/ping', FALLBACK)).toBe('200, body')
  })
})

describe('connections that fail', () => {
  test.each([
    ['expired', 'CERT_HAS_EXPIRED'],
    ['wrongHost', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['untrusted', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    ['handshake', 'ECONNRESET'],
  ])('tls: %s, by CONNECT and without it', async (tls, code) => {
    const { port, tlsPort, session } = await proxied({ fault: { tls }, splitPorts: 'true' })
    const [, socket] = await tunnelTo(port, `${HOST}:443`)
    await expect(secured(socket)).rejects.toMatchObject({ code })
    await expect(secured(connect(tlsPort, '127.0.0.1'))).rejects.toMatchObject({ code })
    expect(session.journal.entries()).toEqual([])
    const [, other] = await tunnelTo(port, `${FALLBACK}:443`)
    expect(await ask(other, '/ping', FALLBACK)).toBe('200, body')
  })

  test.each([
    ['notFound', 502],
    ['tryAgain', 503],
  ])('dns: %s answers CONNECT with %d, and resets another connection', async (dns, status) => {
    const { port, tlsPort } = await proxied({ fault: { dns }, splitPorts: 'true' })
    expect((await tunnelTo(port, `${HOST}:443`))[0]).toMatch(`HTTP/1.1 ${status} `)
    await expect(secured(connect(tlsPort, '127.0.0.1'))).rejects.toThrow('ECONNRESET')
  })

  test('connect: hang leaves CONNECT without a reply until its window ends; other bases answer', async () => {
    const { port, session } = await proxied({ splitPorts: 'true' })
    session.clock.set({ mode: 'frozen' })
    const match = { network: 'arbitrum', base: 'primary' }
    load(session, oneRule({ connect: 'hang' }, { match, when: { until: '1h' } }))
    await session.settled()
    const hung = tunnelTo(port, `${HOST}:443`)
    await until(() => expect(session.waits.held).toBe(1))
    const [, other] = await tunnelTo(port, `${FALLBACK}:443`)
    expect(await ask(other, '/ping', FALLBACK)).toBe('200, body')
    session.clock.advance(60_000)
    await session.settled()
    await until(() => expect(session.waits.held).toBe(1))
    session.clock.advance(3_600_000)
    const [status, socket] = await hung
    expect(status).toBe('HTTP/1.1 200 Connection Established')
    expect(await ask(socket, '/ping')).toBe('200, body')
  })

  test('a client that gives up is no longer held', async () => {
    const { port, session } = await proxied({ fault: { connect: 'hang' }, splitPorts: 'true' })
    const socket = connect(port, '127.0.0.1')
    socket.write(`CONNECT ${HOST}:443 HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`)
    await until(() => expect(session.waits.held).toBe(1))
    socket.end()
    await until(() => expect(session.waits.held).toBe(0))
    socket.destroy()
  })

  test('a session of before is not resumed: the client sees the certificate', async () => {
    const { tlsPort, session } = await proxied({ splitPorts: 'true' })
    const before = await secured(connect(tlsPort, '127.0.0.1'))
    before.write(`GET /ping HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`)
    await once(before, 'data')
    load(session, { rules: [{ id: 'tls', match: { base: 'primary' }, fault: { tls: 'expired' } }] })
    await session.settled()
    const resumed = secured(connect(tlsPort, '127.0.0.1'), { session: before.getSession() })
    await expect(resumed).rejects.toMatchObject({ code: 'CERT_HAS_EXPIRED' })
  })

  test('without interception they refuse', async () => {
    const simulator = await startAlone({ splitPorts: 'true' })
    ends.push(simulator.stop)
    load(simulator.session, { rules: [{ id: 'tls', match: { base: 'primary' }, fault: { tls: 'expired' } }] })
    await simulator.session.settled()
    const refused = await fetch(`${simulator.baseUrls.arbitrum.primary}/ping`).catch(
      ({ cause }) => cause.code,
    )
    expect(refused).toBe('ECONNREFUSED')
  })
})
