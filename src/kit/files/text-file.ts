import { open, stat } from 'node:fs/promises'
import { NOT_A_FILE } from './file-errors.js'

/** Pipes of a shell, `… | gmx-sim validate /dev/stdin`, which have a writer. */
const OPEN_PIPE = /^\/(dev\/(stdin$|fd\/)|proc\/(self|\d+)\/fd\/)/

/**
 * All bytes of a file, at most `maxBytes` + 1, as devices may be endless. Rejects with the error of the system, or NOT_A_FILE
 * for a named pipe, as opening it blocks until it has a writer.
 */
export async function readBounded(path: string, maxBytes: number): Promise<Buffer> {
  const status = await stat(path)
  if (status.isFIFO() && !OPEN_PIPE.test(path)) throw Object.assign(new Error('a pipe'), { code: NOT_A_FILE })
  const file = await open(path)
  try {
    const bytes = Buffer.alloc(maxBytes + 1)
    let length = 0
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = (await file.read(bytes, length)).bytesRead
    return bytes.subarray(0, length)
  } finally {
    await file.close()
  }
}

/** The text, or the place of the first byte that is not UTF-8, from 1:1 on. */
export function decodeUtf8(bytes: Buffer): string | { readonly line: number; readonly column: number } {
  const text = bytes.toString('utf8')
  if (Buffer.from(text).equals(bytes)) return text
  const before = text.slice(0, text.indexOf('\uFFFD')).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

export const NOT_UTF8 = 'this byte is not UTF-8: save the file as UTF-8'
