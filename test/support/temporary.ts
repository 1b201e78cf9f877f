/** Set-up of every lane: one folder for all temporary files of a run, removed afterwards. */
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Set once a lane has made the folder: nested folders have paths too long for a browser's sockets. */
const MARK = 'GMX_SIM_TEST_TMPDIR'
const outer = process.env['TMPDIR']
let folder: string | undefined

/** Inherited by workers and child processes. */
export function setup(): void {
  if (process.env[MARK] !== undefined) return
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'gmx-sim-')))
  // Some tests run programs as another user.
  chmodSync(folder, 0o755)
  process.env['TMPDIR'] = folder
  process.env[MARK] = folder
}

export function teardown(): void {
  if (folder === undefined) return
  if (outer === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = outer
  delete process.env[MARK]
  // A closing browser may still write.
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
