/** Files of a user: what is not a file is refused before it is opened, and a write is whole or leaves what was there. */

import { constants, type Stats } from 'node:fs'
import * as fs from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { newInstanceId } from './random/random.js'
import { positionIn, type TextPosition } from './text/position.js'

/** Errors of a file that cannot be replaced but may be writable: a mount point, or a file in a folder that is not. */
const IRREPLACEABLE = ['EACCES', 'EBUSY', 'EPERM', 'EROFS', 'EXDEV']

/** Writes a temporary file, then renames it, or overwrites a file that cannot be replaced. Mode and owner stay. */
export async function writeAtomically(path: string, text: string): Promise<void> {
  const { target, status } = await writableTarget(path)
  if (status?.isFile() === false) return fs.writeFile(target, text)
  // Unguessable and exclusive, so that no prepared link is followed.
  const temporary = `${target}.${newInstanceId()}.tmp`
  try {
    await fs.writeFile(temporary, text, { flag: 'wx', mode: status === undefined ? 0o666 : 0o600 })
    if (status !== undefined) {
      await fs.chown(temporary, status.uid, status.gid)
      await fs.chmod(temporary, status.mode)
    }
    await fs.rename(temporary, target)
  } catch (error) {
    await fs.rm(temporary, { force: true })
    if (status === undefined || !IRREPLACEABLE.includes(`${(error as NodeJS.ErrnoException).code}`))
      throw error
    await overwrite(target, text)
  }
}

/** Restores the content if the new one cannot be written, such as on a full disk. */
async function overwrite(path: string, text: string): Promise<void> {
  const former = await fs.readFile(path)
  // Shortens it last, so that the disk has room for the former content.
  const put = async (content: Buffer) => {
    await fs.writeFile(path, content, { flag: 'r+' })
    await fs.truncate(path, content.length)
  }
  try {
    await put(Buffer.from(text))
  } catch (error) {
    await put(former)
    throw error
  }
}

/** Replaces what is at the path, such as a link, by a new file. */
export async function writeAnew(path: string, text: string): Promise<void> {
  await fs.rm(path, { force: true })
  await fs.writeFile(path, text, { flag: 'wx' })
}

/** The file that a path leads to, as the target of a link is written and not the link. Rejects as `writeAtomically` would. */
export async function writableTarget(path: string) {
  const target = await fs.realpath(path).catch(() => path)
  const status = await fs.stat(target).catch(() => undefined)
  if (status !== undefined) requireFile(path, status)
  await fs.access(status === undefined ? dirname(target) : target, constants.W_OK)
  return { target, status }
}

/** One level at a time: `mkdir` with `recursive` never returns for a path such as `/proc/none/logs`. */
export async function createFolder(path: string): Promise<void> {
  const isFolder = async () => (await fs.stat(path).catch(() => undefined))?.isDirectory() === true
  if (await isFolder()) return
  const parent = dirname(resolve(path))
  if (parent !== path) await createFolder(parent)
  await fs.mkdir(path).catch(async (error: unknown) => {
    if (!(await isFolder())) throw error
  })
}

/** Files that this process has open, such as the pipe of `… | gmx-sim validate /dev/stdin`, and devices that never block. */
const OPENED = /^\/(dev\/(std(in|out|err)$|null$|full$|fd\/)|proc\/(self|\d+)\/fd\/)/

/** Opening a pipe blocks until it has another end, and a device may: each such call takes one of Node's few threads for good. */
function requireFile(path: string, status: Stats): void {
  if (status.isFile() || OPENED.test(path)) return
  const code = status.isDirectory() ? 'EISDIR' : NOT_A_FILE
  throw Object.assign(new Error(`${code}: ${path}`), { code })
}

/** Opens a file to read. */
export async function openFile(path: string): Promise<fs.FileHandle> {
  requireFile(path, await fs.stat(path))
  return fs.open(path)
}

export type FileReason = readonly [what: string, hint: string]

export const NO_SUCH_FILE: FileReason = ['no such file', 'check the path']
const FORBIDDEN: FileReason = ['permission denied', 'check its permissions']
const NOT_A_FILE = 'NOT_A_FILE'

const REASONS: Readonly<Record<string, FileReason>> = {
  ENOENT: NO_SUCH_FILE,
  ENOTDIR: NO_SUCH_FILE,
  EEXIST: ['there is something of that name', 'write another name'],
  EISDIR: ['this is a directory', 'write the path of a file in it'],
  ELOOP: ['its links form a cycle', 'write the path of a file'],
  ENAMETOOLONG: ['the path is too long', 'write a shorter one'],
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
  EROFS: ['the file system is read-only', 'mount it writable'],
  ENOSPC: ['the disk is full', 'free some space'],
  [NOT_A_FILE]: ['this is not a file', 'write the path of a file'],
}

export function fileReason({ code, message }: NodeJS.ErrnoException): FileReason {
  return (
    REASONS[code ?? ''] ?? [`the system reports ${code ?? message}`, 'try whether another program can use it']
  )
}

/** All bytes of a file, at most `maxBytes` + 1, as that of a pipe may be endless. */
export async function readBounded(path: string, maxBytes: number): Promise<Buffer> {
  const file = await openFile(path)
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
