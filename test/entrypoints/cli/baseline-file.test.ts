/** Files of --baseline that are no reports. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readReport } from '../../../src/entrypoints/cli/baseline-file.js'

const folder = mkdtempSync(join(tmpdir(), 'gmx-sim-baseline-'))
afterAll(() => rmSync(folder, { recursive: true }))

test.skipIf(process.platform === 'win32')(
  'a named pipe without a writer, and an endless device',
  async () => {
    const pipe = join(folder, 'pipe.json')
    execFileSync('mkfifo', [pipe])
    await expect(readReport(pipe, '--baseline')).rejects.toThrow(
      `--baseline cannot be read: ${pipe}: this is not a file; write the path of a file that`,
    )
    await expect(readReport('/dev/zero', '--baseline')).rejects.toThrow(
      '--baseline is larger than 32 MiB: /dev/zero; write',
    )
  },
)
