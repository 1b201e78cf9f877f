/** Changes of watched files, also of those that come or go at the moment the watch begins. */
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFileWatcher } from '../../../src/entrypoints/cli/file-watcher.js'
import { newFolder } from '../../support/folder.js'
import { until } from '../../support/until.js'

const folder = newFolder()

test.each<[string, boolean, (path: string) => void]>([
  ['created', false, (path) => writeFileSync(path, 'new')],
  ['changed', true, (path) => writeFileSync(path, 'changed')],
  [
    'replaced by one of the same size',
    true,
    (path) => {
      writeFileSync(`${path}.new`, 'OLD')
      renameSync(`${path}.new`, path)
    },
  ],
  ['removed', true, (path) => rmSync(path)],
])('a file that is %s right after the watch began is reported once', async (what, isThere, change) => {
  const path = join(folder, what)
  if (isThere) writeFileSync(path, 'old')
  let changes = 0
  const watcher = createFileWatcher(() => changes++)
  watcher.watch([path])
  change(path)
  await until(() => expect(changes).toBe(1))
  const other = join(folder, `beside ${what}`)
  watcher.watch([path, other])
  writeFileSync(other, 'new')
  await until(() => expect(changes).toBe(2))
  watcher.close()
})
