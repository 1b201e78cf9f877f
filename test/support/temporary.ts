/** Set-up of every lane: a folder for all temporary files of a run, which goes with it whatever tests leave behind or break. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

let folder: string | undefined
const outer = process.env['TMPDIR']

/** Workers and what they start inherit the variable. */
export function setup(): void {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'gmx-sim-test-')))
  process.env['TMPDIR'] = folder
}

export function teardown(): void {
  if (outer === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = outer
  // A browser that ends may still write.
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
