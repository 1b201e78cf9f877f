/** Browser files that the build compresses into `dist/`. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Response } from 'express'
import { PACKAGE } from '../../kit/version.js'
import { ControlError } from '../../session/control-errors.js'

/** By extension: gzip for what must load fast from anywhere, br, which browsers accept from their own machine only, where size counts. */
const ENCODINGS = {
  gz: { name: 'gzip', decompress: gunzipSync },
  br: { name: 'br', decompress: brotliDecompressSync },
} as const

type Extension = keyof typeof ENCODINGS

/** A compressed file; `path` is relative to `dist/`. */
export async function readCompressed(path: string, extension: Extension): Promise<Buffer> {
  try {
    return await readFile(new URL(`dist/${path}.${extension}`, PACKAGE))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new ControlError('not-built')
  }
}

/** Sends the file, decompressed if the client does not accept the encoding. */
export function sendCompressed(response: Response, name: string, packed: Buffer, extension: Extension): void {
  const { name: encoding, decompress } = ENCODINGS[extension]
  const takesPacked = response.req.acceptsEncodings(encoding) === encoding
  response.vary('accept-encoding').type(name)
  if (takesPacked) response.set('content-encoding', encoding)
  response.send(takesPacked ? packed : decompress(packed))
}

/** Content hash. */
export function versionOf(packed: Buffer): string {
  return createHash('sha256').update(packed).digest('hex').slice(0, 16)
}
