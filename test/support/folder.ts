/** Folders of tests, in the temporary folder of the run, which is removed as a whole. */
import { mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const newFolder = (): string => realpathSync(mkdtempSync(join(tmpdir(), 'gmx-sim-')))
