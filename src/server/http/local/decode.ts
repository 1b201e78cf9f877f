/** Bodies decoded as `fetch` does. */

import { brotliDecompressSync, constants, gunzipSync, inflateSync } from 'node:zlib'
import { type Encoding, headerIn, type Reply } from '../../../api/routing/reply.js'

const DECODERS: Readonly<Record<string, (bytes: Buffer, options?: { finishFlush?: number }) => Buffer>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

/** The decoded body, as `fetch` returns it; undefined if its encoding is invalid. */
export function decoded({ body, headers }: Reply): Uint8Array | undefined {
  const decode = DECODERS[headerIn(headers, 'content-encoding')?.toLowerCase() ?? '']
  if (decode === undefined) return body
  try {
    return decode(body)
  } catch {
    return undefined
  }
}

const NO_BYTES = Buffer.alloc(0)

/** Decodes a body chunk by chunk, without waiting for a thread: time may be virtual. */
export function createDecoder(encoding: Encoding): (bytes: Buffer, isLast: boolean) => Buffer {
  let read = NO_BYTES
  let decodedBytes = 0
  return (bytes, isLast) => {
    read = Buffer.concat([read, bytes])
    if (read.length === 0) return read
    const finishFlush = encoding === 'br' ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH
    const all = DECODERS[encoding]!(read, isLast ? {} : { finishFlush })
    const more = all.subarray(decodedBytes)
    decodedBytes = all.length
    return more
  }
}

/** Data of the first chunk of a chunked body. */
export function firstChunk(bytes: Buffer): Buffer {
  const end = bytes.indexOf('\r\n')
  const size = Number.parseInt(bytes.subarray(0, Math.max(end, 0)).toString('latin1'), 16)
  return end < 0 || Number.isNaN(size) ? Buffer.alloc(0) : bytes.subarray(end + 2, end + 2 + size)
}
