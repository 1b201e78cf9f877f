/** Folders for what a server reads, gone when the benchmark ends. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** @type {string | undefined} */
let root
let count = 0

export function newFolder() {
  root ??= mkdtempSync(join(tmpdir(), 'gmx-sim-peers-'))
  const folder = join(root, String(count++))
  mkdirSync(folder)
  return folder
}

export function removeFolders() {
  if (root !== undefined) rmSync(root, { recursive: true, force: true })
}
