/** The folder for the output of rehearsed programs. */
import { mkdir, mkdtemp, rmdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { UserError } from '../../kit/errors.js'

/** Creates the folder, a new temporary one by default. Rejects with a UserError if nothing can be written there. */
export async function createLogFolder(path: string | undefined): Promise<string> {
  if (path === undefined) return mkdtemp(join(tmpdir(), 'gmx-sim-rehearsal-'))
  try {
    await createFolders(resolve(path))
    await rmdir(await mkdtemp(join(path, '.gmx-sim-')))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new UserError(
      '--logs cannot be used',
      `${path}: ${code ?? message}`,
      'write the path of a folder that you may write to',
    )
  }
  return path
}

/** One level at a time: `mkdir` with `recursive` never returns for a path such as `/proc/none/logs`. */
async function createFolders(path: string): Promise<void> {
  if (await isFolder(path)) return
  const parent = dirname(path)
  if (parent !== path) await createFolders(parent)
  try {
    await mkdir(path)
  } catch (error) {
    if (!(await isFolder(path))) throw error
  }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found?.isDirectory() ?? false
}
