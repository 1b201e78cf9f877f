/** Installs what is measured, once: it is no dependency of the project. */
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { BenchError } from './host/errors.js'

const FOLDER = fileURLToPath(new URL('.', import.meta.url))
/** npm writes it last. */
const MARK = `${FOLDER}node_modules/.package-lock.json`
const LOCK = `${FOLDER}package-lock.json`

export function install() {
  if (existsSync(MARK) && statSync(MARK).mtimeMs >= statSync(LOCK).mtimeMs) return
  process.stderr.write('installing the peers (npm ci in test/bench/peers), once\n')
  const npm = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
  const { status, stderr, error } = spawnSync('npm', npm, { cwd: FOLDER, encoding: 'utf8' })
  if (status !== 0)
    throw new BenchError(
      'the peers cannot be installed',
      (error?.message ?? stderr).trim().split('\n').at(-1) ?? '',
      'run npm ci in test/bench/peers by hand',
    )
}
