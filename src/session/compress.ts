/** Content encoding of replies, applied last: rules, faults and the journal see plain bodies only. */
import { promisify } from 'node:util'
import { type Encoding, headerIn, type Reply } from '../api/routing/reply.js'
import type { ByteCache } from '../kit/byte-cache.js'
import { singleFlight } from '../kit/maps.js'

/** Smaller bodies fit into one packet anyway. */
export const MIN_BYTES = 1024

/** Loaded with the first encoded reply: clients in tests ask for none. */
const zlib = () => process.getBuiltinModule('node:zlib')

/** Fast rather than small: most clients are on this machine. */
const GZIP = { level: 1 }
const brotli = () => ({ params: { [zlib().constants.BROTLI_PARAM_QUALITY]: 2 } })

/** On another thread, as large bodies take milliseconds. */
const COMPRESS: Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>> = {
  gzip: (body) => promisify(zlib().gzip)(body, GZIP),
  br: (body) => promisify(zlib().brotliCompress)(body, brotli()),
}

/** Encodes each body once while `cache` keeps it. */
export function createCompressor(cache: ByteCache) {
  const finished = new WeakSet<Buffer>()
  const underWay: Readonly<Record<Encoding, WeakMap<Buffer, Promise<Buffer>>>> = {
    gzip: new WeakMap(),
    br: new WeakMap(),
  }

  const inThread = (body: Buffer, encoding: Encoding): Promise<Buffer> =>
    singleFlight(underWay[encoding], body, async () => {
      const bytes = await COMPRESS[encoding](body)
      if (finished.has(body)) cache.keep(body, encoding, bytes)
      return bytes
    })
  return {
    /** Caches the encodings of a body from now on. */
    remember: (body: Buffer): void => void finished.add(body),
    /** Synchronous where the result is cached or plain. */
    compressed(reply: Reply, encoding: Encoding | undefined): Reply | Promise<Reply> {
      const { body } = reply
      if (
        encoding === undefined ||
        body.length < MIN_BYTES ||
        headerIn(reply.headers, 'content-encoding') !== undefined
      )
        return reply
      const known = cache.find(body, encoding)
      if (known !== undefined) return { ...reply, body: known, encoding, plain: body }
      return inThread(body, encoding).then((bytes) => ({ ...reply, body: bytes, encoding, plain: body }))
    },
  }
}
