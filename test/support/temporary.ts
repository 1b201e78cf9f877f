/** Set-up of every lane: a folder for all temporary files of a run, which goes with it whatever tests leave behind or break. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Present once a lane has made the folder: one within another has paths too long for the sockets of a browser. */
const MARK = 'GMX_SIM_TEST_TMPDIR'
const outer = process.env['TMPDIR']
let folder: string | undefined

/** Workers and what they start inherit the variable. */
export function setup(): void {
  if (process.env[MARK] !== undefined) return
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'gmx-sim-')))
  process.env['TMPDIR'] = folder
  process.env[MARK] = folder
}

export function teardown(): void {
  if (folder === undefined) return
  if (outer === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = outer
  delete process.env[MARK]
  // A browser that ends may still write.
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
