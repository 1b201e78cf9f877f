/** Installs what is measured, once: it is no dependency of the project. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { BenchError } from './host/errors.js'

const FOLDER = fileURLToPath(new URL('.', import.meta.url))
const LOCK = `${FOLDER}package-lock.json`
/** The lock file that was installed from: a checkout changes the times of files, not their text. */
const INSTALLED = `${FOLDER}node_modules/.installed-lock.json`

export function install() {
  if (existsSync(INSTALLED) && readFileSync(INSTALLED).equals(readFileSync(LOCK))) return
  process.stderr.write('installing the peers (npm ci in test/bench/peers), once\n')
  const npm = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
  const { status, stderr, error } = spawnSync('npm', npm, { cwd: FOLDER, encoding: 'utf8' })
  if (status !== 0)
    throw new BenchError(
      'the peers cannot be installed',
      (error?.message ?? stderr).trim().split('\n').at(-1) ?? '',
      'run npm ci in test/bench/peers by hand',
    )
  copyFileSync(LOCK, INSTALLED)
}
