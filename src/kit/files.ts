/** Atomic writes: temporary file, then rename. */

import { constants } from 'node:fs'
import { access, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { newInstanceId } from './random/random.js'
import { positionIn, type TextPosition } from './text/position.js'

export async function writeAtomically(path: string, text: string): Promise<void> {
  const target = await targetOf(path)
  // A pipe or a device cannot be replaced.
  if (await isOther(target)) return writeFile(target, text)
  // Unguessable and exclusive, so that no prepared link is followed.
  const temporary = `${target}.${newInstanceId()}.tmp`
  try {
    await writeFile(temporary, text, { flag: 'wx' })
    await rename(temporary, target)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Replaces what is at the path, such as a link, by a new file. */
export async function writeAnew(path: string, text: string): Promise<void> {
  await rm(path, { force: true })
  await writeFile(path, text, { flag: 'wx' })
}

/** Rejects as `writeAtomically` would, without writing. */
export async function requireWritable(path: string): Promise<void> {
  const target = await targetOf(path)
  if (await isOther(target)) return access(target, constants.W_OK)
  await access(dirname(target), constants.W_OK)
}

/** The target of a link is replaced, not the link. */
function targetOf(path: string): Promise<string> {
  return realpath(path).catch(() => path)
}

/** Whether the path exists and is not a file. */
async function isOther(path: string): Promise<boolean> {
  const known = await stat(path).catch(() => undefined)
  if (known?.isDirectory()) throw Object.assign(new Error(`EISDIR: ${path}`), { code: 'EISDIR' })
  return known !== undefined && !known.isFile()
}

export type FileReason = readonly [what: string, hint: string]

export const NO_SUCH_FILE: FileReason = ['no such file', 'check the path']
const FORBIDDEN: FileReason = ['permission denied', 'check its permissions']
export const NOT_A_FILE = 'NOT_A_FILE'

const REASONS: Readonly<Record<string, FileReason>> = {
  ENOENT: NO_SUCH_FILE,
  ENOTDIR: NO_SUCH_FILE,
  EISDIR: ['this is a directory', 'write the path of a file in it'],
  ELOOP: ['its links form a cycle', 'write the path of a file'],
  ENAMETOOLONG: ['the path is too long', 'write a shorter one'],
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
  [NOT_A_FILE]: ['this is not a file', 'write the path of a file'],
}

export function fileReason({ code, message }: NodeJS.ErrnoException): FileReason {
  return (
    REASONS[code ?? ''] ?? [
      `reading it fails with ${code ?? message}`,
      'try whether another program can read it',
    ]
  )
}

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
      read = (await file.read(bytes, length, bytes.length - length, null)).bytesRead
    return bytes.subarray(0, length)
  } finally {
    await file.close()
  }
}

/** All bytes of a file; rejects with what `refuse` makes of one that cannot be read or is larger. */
export async function readWithin(
  path: string,
  maxBytes: number,
  refuse: (reason: string, hint: string) => Error,
): Promise<Buffer> {
  const bytes = await readBounded(path, maxBytes).catch((error: NodeJS.ErrnoException) => {
    throw refuse(...fileReason(error))
  })
  const most = maxBytes < 1 << 20 ? `${maxBytes} bytes` : `${maxBytes >> 20} MiB`
  if (bytes.length > maxBytes) throw refuse(`it is larger than ${most}`, 'write a smaller one')
  return bytes
}

/** The text, or the place of the first byte that is not UTF-8. */
export function decodeUtf8(bytes: Buffer): string | TextPosition {
  const text = bytes.toString('utf8')
  return Buffer.from(text).equals(bytes) ? text : positionIn(text, text.indexOf('\uFFFD'))
}

export const NOT_UTF8 = 'this byte is not UTF-8: save the file as UTF-8'
