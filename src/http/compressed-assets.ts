/** Browser files that the build compresses into `dist/`. Source and bundle both lie two folders below the package. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import type { Request, Response } from 'express'
import { ControlError } from '../core/errors.js'

/** A compressed file; `path` is relative to `dist/`. */
export async function readCompressed(path: string): Promise<Buffer> {
  try {
    return await readFile(new URL(`../../dist/${path}.gz`, import.meta.url))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new ControlError('not-built')
  }
}

/** Sends the file, decompressed if the client does not accept the encoding. */
export function sendCompressed(request: Request, response: Response, name: string, packed: Buffer): void {
  const takesPacked = request.acceptsEncodings('gzip') === 'gzip'
  response.vary('accept-encoding').type(name)
  if (takesPacked) response.set('content-encoding', 'gzip')
  response.send(takesPacked ? packed : gunzipSync(packed))
}

/** Content hash. */
export function versionOf(packed: Buffer): string {
  return createHash('sha256').update(packed).digest('hex').slice(0, 16)
}
