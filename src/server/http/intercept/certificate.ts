/**
 * X.509 certificates of one run: an authority whose private key never leaves this function, and a server certificate signed by it.
 * DER by hand: the libraries for it are 200 to 360 kB, a tenth of the package.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { MACHINE_TIME } from '../../../kit/clock/clock.js'
import { GMX_DOMAINS } from '../../../market/catalogue/gmx-hosts.js'
import type { TlsFailure } from '../../../scenario/faults/tls.js'

export type Issued = ReturnType<typeof issueCertificate>

type CertificateKind = 'valid' | Exclude<TlsFailure, 'handshake'>

const DAY_MS = 86_400_000

/** Issues certificates for `liveHosts`, and for the hosts of GMX that are refused, valid for a week. */
export function issueCertificate(liveHosts: readonly string[]) {
  const hosts = [...liveHosts, ...GMX_DOMAINS.flatMap((domain) => [domain, `*.${domain}`])]
  const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const server = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const failing = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const issuer = nameOf(`gmx-sim ${randomBytes(4).toString('hex')}`)
  const authorityId = keyIdOf(authority.publicKey)
  const ca = signedBy(authority.privateKey, issuer, issuer, authority.publicKey, -1, [
    extension('551d13', sequence(tagged(BOOLEAN, TRUE)), true),
    extension('551d0f', tagged(BIT_STRING, Buffer.from('0106', 'hex')), true),
    extension('551d0e', tagged(OCTET_STRING, authorityId)),
  ])
  const leaf = (
    names: readonly string[],
    { of = failing, fromDay = -1, signer = authority.privateKey, by = issuer } = {},
  ) => ({
    key: of.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pemOf(
      signedBy(signer, by, nameOf(names[0]!), of.publicKey, fromDay, [
        extension('551d13', sequence(), true),
        extension('551d0f', tagged(BIT_STRING, Buffer.from('0780', 'hex')), true),
        extension('551d25', sequence(oid('2b06010505070301'))),
        extension('551d0e', tagged(OCTET_STRING, keyIdOf(of.publicKey))),
        extension('551d23', sequence(tagged(0x80, authorityId))),
        extension('551d11', sequence(...names.map((name) => tagged(0x82, Buffer.from(name))))),
      ]),
    ),
  })
  // In PEM. The keys are kept in memory, never written.
  const certificates: Readonly<Record<CertificateKind, ReturnType<typeof leaf>>> = {
    valid: leaf(hosts, { of: server }),
    expired: leaf(hosts, { fromDay: -10 }),
    wrongHost: leaf(['parked.invalid']),
    untrusted: leaf(hosts, { signer: failing.privateKey, by: nameOf('gmx-sim unknown') }),
  }
  const spki = createHash('sha256').update(derOf(server.publicKey)).digest('base64')
  return {
    /** PEM, for the trust settings of clients. */
    authority: pemOf(ca),
    /** By kind. Clients must reject all but `valid`. */
    certificates,
    /** SHA-256 of the public key of `valid` alone, in base64: Chromium accepts it with `--ignore-certificate-errors-spki-list`. */
    spki,
  }
}

const BOOLEAN = 0x01
const INTEGER = 0x02
const BIT_STRING = 0x03
const OCTET_STRING = 0x04
const OBJECT_ID = 0x06
const UTF8_STRING = 0x0c
const TRUE = Buffer.from([0xff])

function signedBy(
  key: KeyObject,
  issuer: Buffer,
  subject: Buffer,
  publicKey: KeyObject,
  fromDay: number,
  extensions: readonly Buffer[],
): Buffer {
  const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
  const serial = randomBytes(16)
  // Positive, without leading zeros.
  serial[0] = (serial[0]! & 0x3f) | 0x40
  const fromMs = MACHINE_TIME.wallMs() + fromDay * DAY_MS
  const body = sequence(
    tagged(0xa0, tagged(INTEGER, Buffer.from([2]))),
    tagged(INTEGER, serial),
    ecdsaWithSha256,
    issuer,
    sequence(timeOf(fromMs), timeOf(fromMs + 8 * DAY_MS)),
    subject,
    derOf(publicKey),
    tagged(0xa3, sequence(...extensions)),
  )
  return sequence(body, ecdsaWithSha256, tagged(BIT_STRING, UNUSED_BITS, sign('sha256', body, key)))
}

const UNUSED_BITS = Buffer.from([0])

function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const { length } = body
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, ...parts)
}

function oid(hex: string): Buffer {
  return tagged(OBJECT_ID, Buffer.from(hex, 'hex'))
}

function extension(id: string, value: Buffer, isCritical = false): Buffer {
  const critical = isCritical ? [tagged(BOOLEAN, TRUE)] : []
  return sequence(oid(id), ...critical, tagged(OCTET_STRING, value))
}

function nameOf(commonName: string): Buffer {
  return sequence(tagged(0x31, sequence(oid('550403'), tagged(UTF8_STRING, Buffer.from(commonName)))))
}

/** UTCTime until 2049, GeneralizedTime after it (RFC 5280, 4.1.2.5). */
function timeOf(ms: number): Buffer {
  const digits = `${new Date(ms).toISOString().replace(/\D/g, '').slice(0, 14)}Z`
  return digits < '2050' ? tagged(0x17, Buffer.from(digits.slice(2))) : tagged(0x18, Buffer.from(digits))
}

function keyIdOf(key: KeyObject): Buffer {
  return createHash('sha1').update(derOf(key)).digest()
}

function derOf(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' })
}

function pemOf(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}
