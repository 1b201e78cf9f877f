/**
 * Runs Biome if it is installed: its 66 MB are not needed to start or test the simulator. Must be installed where
 * GMX_SIM_TEST_REQUIRE_ALL is set, as in CI.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const biome = fileURLToPath(new URL('lint/node_modules/@biomejs/biome/bin/biome', import.meta.url))
const args = process.argv.slice(2)

if (existsSync(biome)) {
  const { status } = spawnSync(process.execPath, [biome, ...args], { stdio: 'inherit' })
  process.exitCode = status ?? 1
} else {
  process.stderr.write('skipped: the linter is not installed (npm ci --prefix tools/lint installs it)\n')
  if (process.env['GMX_SIM_TEST_REQUIRE_ALL']) process.exitCode = 1
}
