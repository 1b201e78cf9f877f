/** Files that are written whole or not at all: whoever has one of that name keeps it until the new one is there. */
import { constants } from 'node:fs'
import { access, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Written beside it as `<path>.tmp`, which then takes its name. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const target = await targetOf(path)
  // A pipe or a device is written to: nothing can take its place.
  if (await isOther(target)) return writeFile(target, text)
  const temporary = `${target}.tmp`
  try {
    await writeFile(temporary, text)
    await rename(temporary, target)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Rejects as `writeWhole` would: with the error of the file system. Nothing is written yet. */
export async function requireWritable(path: string): Promise<void> {
  const target = await targetOf(path)
  if (await isOther(target)) return access(target, constants.W_OK)
  await access(dirname(target), constants.W_OK)
}

/** What a link leads to is written, not the link. */
function targetOf(path: string): Promise<string> {
  return realpath(path).catch(() => path)
}

/** Whether something stands there that is no file. */
async function isOther(path: string): Promise<boolean> {
  const known = await stat(path).catch(() => undefined)
  if (known?.isDirectory()) throw Object.assign(new Error(`EISDIR: ${path}`), { code: 'EISDIR' })
  return known !== undefined && !known.isFile()
}
