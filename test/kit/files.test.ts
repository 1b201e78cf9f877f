/** Writing a user's file: whole, in the place where it is, with the rights that it has. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readBounded, writableTarget, writeAtomically } from '../../src/kit/files.js'

const { rename, writeFile } = fs
/** Replaces functions of Node for every importer, as files of one worker share the modules that they load. */
beforeEach(() => {
  Object.assign(fs, { rename: vi.fn(rename), writeFile: vi.fn(writeFile) })
  syncBuiltinESMExports()
})
afterEach(() => {
  Object.assign(fs, { rename, writeFile })
  syncBuiltinESMExports()
})

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gmx-sim-files-'))
  path = join(folder, 'scenario.yaml')
  writeFileSync(path, 'rules: []\n# a comment that the new text does not have\n')
})

const failing = (code: string) => async () => {
  throw Object.assign(new Error(code), { code })
}

test('a new file has the usual mode, a replaced one keeps its own', async () => {
  await writeAtomically(join(folder, 'new'), 'new')
  writeFileSync(join(folder, 'usual'), 'usual')
  expect(statSync(join(folder, 'new')).mode).toBe(statSync(join(folder, 'usual')).mode)
  for (const mode of [0o600, 0o666, 0o755]) {
    chmodSync(path, mode)
    await writeAtomically(path, 'name: changed')
    expect(statSync(path).mode & 0o777).toBe(mode)
  }
})

test('the target of a link is replaced, the link stays', async () => {
  const link = join(folder, 'link')
  symlinkSync(path, link)
  const { ino } = statSync(path)
  await writeAtomically(link, 'name: linked')
  expect([readFileSync(path, 'utf8'), statSync(link).ino === ino]).toEqual(['name: linked', false])
  expect(readdirSync(folder).sort()).toEqual(['link', 'scenario.yaml'])
})

test.each([
  ['rename', 'EBUSY'],
  ['rename', 'EXDEV'],
  ['rename', 'EPERM'],
  ['rename', 'EROFS'],
  ['writeFile', 'EACCES'],
] as const)('a file that cannot be replaced (%s: %s) is written where it is', async (step, code) => {
  const { ino } = statSync(path)
  vi.mocked(fs[step] as unknown as () => Promise<void>).mockImplementationOnce(failing(code))
  await writeAtomically(path, 'name: changed')
  expect([readFileSync(path, 'utf8'), statSync(path).ino]).toEqual(['name: changed', ino])
  expect(readdirSync(folder)).toEqual(['scenario.yaml'])
})

test('a disk that fills up meanwhile leaves the former text', async () => {
  const before = readFileSync(path, 'utf8')
  vi.mocked(fs.rename).mockImplementationOnce(failing('EBUSY'))
  vi.mocked(fs.writeFile)
    .mockImplementationOnce(writeFile)
    .mockImplementationOnce(async (target) => {
      await writeFile(target, 'name: ha', { flag: 'r+' })
      await failing('ENOSPC')()
    })
  await expect(writeAtomically(path, 'name: half')).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(readFileSync(path, 'utf8')).toBe(before)
})

test('an error that another attempt meets too is thrown as it is, and nothing is left', async () => {
  const before = readFileSync(path, 'utf8')
  vi.mocked(fs.rename).mockImplementationOnce(failing('ENOSPC'))
  await expect(writeAtomically(path, 'name: changed')).rejects.toMatchObject({ code: 'ENOSPC' })
  await expect(writeAtomically(join(path, 'below'), 'x')).rejects.toMatchObject({ code: 'ENOTDIR' })
  await expect(writeAtomically(join(folder, 'no', 'such'), 'x')).rejects.toMatchObject({ code: 'ENOENT' })
  expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual([before, ['scenario.yaml']])
})

test('directories, sockets and devices are refused before they are opened', async () => {
  const socket = join(folder, 'socket')
  const server = createServer().listen(socket)
  mkdirSync(join(folder, 'folder'))
  for (const [path, code] of [
    [join(folder, 'folder'), 'EISDIR'],
    [socket, 'NOT_A_FILE'],
    ['/dev/zero', 'NOT_A_FILE'],
  ] as const)
    for (const use of [writeAtomically, writableTarget, readBounded])
      await expect(use(path, 1 as never), `${use.name} ${path}`).rejects.toMatchObject({ code })
  await new Promise((resolve) => server.close(resolve))
})

test('what a shell has open, and devices that never block, are not', async () => {
  expect(await readBounded('/dev/null', 10)).toHaveLength(0)
  await writeAtomically('/dev/null', 'text')
  await expect(writeAtomically('/dev/full', 'text')).rejects.toMatchObject({ code: 'ENOSPC' })
})
