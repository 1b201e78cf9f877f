/** Files for browsers that the build has packed into `dist/`. Source and bundle both lie two folders below the package. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import type { Request, Response } from 'express'
import { ControlError } from '../core/errors.js'

/** The file as the build has packed it; `path` is below `dist/`. */
export async function readCompressed(path: string): Promise<Buffer> {
  try {
    return await readFile(new URL(`../../dist/${path}.gz`, import.meta.url))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new ControlError('not-built')
  }
}

/** Sends it so that the client can read it. */
export function sendCompressed(request: Request, response: Response, name: string, packed: Buffer): void {
  const takesPacked = request.acceptsEncodings('gzip') === 'gzip'
  response.vary('accept-encoding').type(name)
  if (takesPacked) response.set('content-encoding', 'gzip')
  response.send(takesPacked ? packed : gunzipSync(packed))
}

/** Differs where the content does. */
export function versionOf(packed: Buffer): string {
  return createHash('sha256').update(packed).digest('hex').slice(0, 16)
}
