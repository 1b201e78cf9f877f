/** Atomic writes: temporary file, then rename. */
import { constants } from 'node:fs'
import { access, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { newInstanceId } from '../random/random.js'

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
