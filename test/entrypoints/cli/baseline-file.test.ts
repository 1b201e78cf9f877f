/** Files of --baseline that are no reports. */
import { execFileSync } from 'node:child_process'
import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { readReport } from '../../../src/entrypoints/cli/baseline-file.js'
import { createView } from '../../../src/entrypoints/cli/rehearsal-view.js'
import { newFolder } from '../../support/folder.js'

const folder = newFolder()

test.skipIf(process.platform === 'win32')('a pipe without a writer, and a device', async () => {
  const pipe = join(folder, 'pipe.json')
  execFileSync('mkfifo', [pipe])
  for (const path of [pipe, '/dev/zero'])
    await expect(readReport(path, '--baseline')).rejects.toThrow(
      `--baseline cannot be read: ${path}: this is not a file; write the path of a file that`,
    )
})

test('a file that is too large', async () => {
  const large = join(folder, 'large.json')
  writeFileSync(large, '')
  truncateSync(large, (32 << 20) + 1)
  await expect(readReport(large, '--baseline')).rejects.toThrow(
    `--baseline cannot be read: ${large}: it is larger than 32 MiB; write`,
  )
})

function shown(line: string, isVerbose: boolean): string {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const view = createView({ parts: ['outage'], totalMs: 1000, isVerbose, isAttached: false })
  try {
    view.show({ kind: 'output', part: 'outage', line, isError: false })
    return write.mock.calls.map(([text]) => String(text)).find((text) => text.startsWith('outage|')) ?? ''
  } finally {
    view.end()
    write.mockRestore()
  }
}

test.each([
  ['an escape without a sequence', 'do\u001bwn', 'do?wn'],
  ['control and format characters', 'do\rwn\u0008\u202e\u009b2J', 'do?wn???2J'],
  ['tabs, as spaces', '\tdown', '    down'],
])('%s', (_what, line, then) => {
  expect(shown(line, true)).toBe(`outage| ${then}\n`)
})

test('without --verbose: nothing', () => {
  expect(shown('down', false)).toBe('')
})
