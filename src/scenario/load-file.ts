/** Scenario files on disk: path → text → scenario. Whatever keeps one from being read is a ScenarioError at a place in it. */
import { type FileHandle, open } from 'node:fs/promises'
import type { Catalogue } from '../catalogue/types.js'
import { ScenarioError } from './problems.js'
import { readScenario } from './read.js'
import type { Scenario } from './schema.js'
import { MOST_BYTES } from './yaml.js'

/** Reads the scenario at `path`, which is how it is called in problems. */
export async function loadScenarioFile(path: string, catalogue: Catalogue): Promise<Scenario> {
  return readScenario(await readScenarioText(path), path, catalogue)
}

/** The text of a scenario file: UTF-8, and no more of it than a scenario can have. */
export async function readScenarioText(path: string): Promise<string> {
  const bytes = await readStart(path)
  // The parser says so of one that is too large; its end may be half a character.
  if (bytes.length > MOST_BYTES) return bytes.toString('latin1')
  const text = bytes.toString('utf8')
  if (Buffer.from(text).equals(bytes)) return text
  const before = text.slice(0, text.indexOf('\uFFFD')).split('\n')
  const place = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
  throw new ScenarioError(path, [{ ...place, message: 'this byte is no UTF-8: save the file as UTF-8' }])
}

/** All bytes of a file, or one more than is allowed: what says it is no file may well have no end. */
async function readStart(path: string): Promise<Buffer> {
  let file: FileHandle | undefined
  try {
    file = await open(path)
    const bytes = Buffer.alloc(MOST_BYTES + 1)
    let length = 0
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = (await file.read(bytes, length)).bytesRead
    return bytes.subarray(0, length)
  } catch (error) {
    throw new ScenarioError(path, [{ line: 1, column: 1, message: reasonOf(error as NodeJS.ErrnoException) }])
  } finally {
    await file?.close()
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file: check the path',
  ENOTDIR: 'there is no such file: check the path',
  EISDIR: 'this is a directory: write the path of a file in it',
  EACCES: 'this file may not be read: check its permissions',
  EPERM: 'this file may not be read: check its permissions',
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  return REASONS[code ?? ''] ?? `this file cannot be read: ${code ?? message}`
}
