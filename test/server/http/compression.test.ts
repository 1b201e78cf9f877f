/** Bodies in gzip and br for clients that ask for it; what they hold, and what is known of them, is as ever. */
import { get as httpGet, type IncomingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { load, oneRule } from '../../support/scenario.js'
import { startTestSimulator } from '../../support/simulator.js'

const simulator = await startTestSimulator()
afterAll(() => simulator.stop())
afterEach(() => load(simulator.session, {}))

interface Got {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  /** The bytes as they were sent. */
  readonly bytes: Buffer
  /** Whether all that was promised came. */
  readonly isWhole: boolean
}

const TICKERS = '/arbitrum/prices/tickers'
const CANDLES = '/arbitrum/prices/candles?tokenSymbol=ETH&period=1m&limit=10000'

function get(path: string, encoding?: string, { url } = simulator, method = 'GET'): Promise<Got> {
  return new Promise((resolve, reject) => {
    const headers = encoding === undefined ? {} : { 'accept-encoding': encoding }
    httpGet(url + path, { headers, method, agent: false }, (reply) => {
      const parts: Buffer[] = []
      reply.on('data', (part) => parts.push(part)).on('error', () => {})
      reply.on('close', () =>
        resolve({
          status: reply.statusCode,
          headers: reply.headers,
          bytes: Buffer.concat(parts),
          isWhole: reply.complete,
        }),
      )
    }).on('error', reject)
  })
}

const DECODERS = { gzip: gunzipSync, br: brotliDecompressSync }

describe.each(['gzip', 'br'] as const)('%s', (encoding) => {
  test.each([TICKERS, CANDLES])('%s is what it is without', async (path) => {
    const plain = await get(path)
    expect(plain.headers['content-encoding']).toBeUndefined()
    for (let n = 0; n < 2; n++) {
      const packed = await get(path, encoding)
      expect(packed.headers['content-encoding']).toBe(encoding)
      expect(packed.headers.vary).toBe('accept-encoding')
      expect(packed.headers['content-length']).toBe(String(packed.bytes.length))
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2)
      expect(DECODERS[encoding](packed.bytes).equals(plain.bytes)).toBe(true)
    }
    const head = await get(path, encoding, simulator, 'HEAD')
    expect(head.headers).toMatchObject({ 'content-encoding': encoding })
    expect(head.bytes.length).toBe(0)
  })

  test('data faults act before compression, truncation acts after it', async () => {
    const plain = await get(TICKERS)
    load(simulator.session, oneRule({ partial: 0.5 }))
    const partial = await get(TICKERS, encoding)
    const half = JSON.parse(DECODERS[encoding](partial.bytes).toString())
    expect(half).toHaveLength(Math.floor(JSON.parse(plain.bytes.toString()).length / 2))
    load(simulator.session, {})
    const whole = await get(TICKERS, encoding)
    load(simulator.session, oneRule({ truncate: 0.5 }))
    const cut = await get(TICKERS, encoding)
    expect(cut.isWhole).toBe(false)
    expect(cut.headers['content-length']).toBe(String(whole.bytes.length))
    expect(cut.bytes.equals(whole.bytes.subarray(0, Math.floor(whole.bytes.length / 2)))).toBe(true)
  })
})

test.each([
  ['gzip, deflate, br, zstd', 'gzip'],
  ['br, gzip, deflate', 'br'],
  ['gzip;q=0.5, br;q=0.9', 'br'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['identity', undefined],
  ['identity, gzip;q=0.5', undefined],
  ['', undefined],
  [`x${', gzip'.repeat(100)}`, 'gzip'],
])('accept-encoding %j gives %s', async (asked, encoding) => {
  expect((await get(TICKERS, asked)).headers['content-encoding']).toBe(encoding)
})

test('small bodies, and those encoded by a rule, are not compressed', async () => {
  expect((await get('/arbitrum/ping', 'gzip')).headers['content-encoding']).toBeUndefined()
  const body = 'x'.repeat(5000)
  load(simulator.session, oneRule({ status: 503, headers: { 'Content-Encoding': 'identity' }, body }))
  expect((await get(TICKERS, 'gzip')).bytes.toString()).toBe(body)
})

test('--no-compression sends every body plain', async () => {
  const plain = await startTestSimulator({ noCompression: 'true' })
  try {
    const reply = await get(TICKERS, 'gzip, br', plain)
    expect(reply.headers['content-encoding']).toBeUndefined()
    expect(reply.headers.vary).toBeUndefined()
    expect(reply.bytes.equals((await get(TICKERS)).bytes)).toBe(true)
  } finally {
    await plain.stop()
  }
})
