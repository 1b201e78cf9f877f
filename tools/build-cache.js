/** Results of slow build steps, kept by the digest of their inputs. */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

const FOLDER = new URL('../node_modules/.cache/gmx-sim/', import.meta.url)

/**
 * Computes a result once for the same inputs: everything that it depends on, the version of its tool included.
 * @param {readonly (string | Buffer)[]} inputs
 * @param {() => Buffer | Promise<Buffer>} compute
 * @returns {Promise<Buffer>}
 */
export async function cached(inputs, compute) {
  const hash = createHash('sha256')
  for (const input of inputs) hash.update(`${input.length}\0`).update(input)
  const file = new URL(hash.digest('hex'), FOLDER)
  try {
    return readFileSync(file)
  } catch {}
  const result = await compute()
  try {
    mkdirSync(FOLDER, { recursive: true })
    // Another process may be writing the same file.
    const part = new URL(`${file.href}.${process.pid}`)
    writeFileSync(part, result)
    renameSync(part, file)
  } catch {
    // The folder is not writable: computed again next time.
  }
  return result
}
