/**
 * Checks imports in `src`, see `.dependency-cruiser.js`. Skipped where the checker is not installed, unless
 * GMX_SIM_TEST_REQUIRE_ALL is set, as in CI.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const INSTALL = 'test/installs/imports'
const checker = fileURLToPath(
  new URL(`../${INSTALL}/node_modules/dependency-cruiser/bin/dependency-cruise.mjs`, import.meta.url),
)

if (existsSync(checker)) {
  const args = [checker, 'src', ...process.argv.slice(2)]
  process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1
} else {
  process.stderr.write(
    `skipped: dependency-cruiser is not installed (npm ci --prefix ${INSTALL} installs it)\n`,
  )
  if (process.env['GMX_SIM_TEST_REQUIRE_ALL']) process.exitCode = 1
}
