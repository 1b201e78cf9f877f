/** Optional prerequisites of tests. */

/** Prefix of the lines that the reporter groups at the end of a run. */
export const SKIPPED = 'skipped: '

/**
 * Whether a prerequisite is present; its tests are skipped otherwise. `command` installs it. Absence is an error where
 * GMX_SIM_TEST_REQUIRE_ALL is set, as in CI.
 */
export function need(isPresent: boolean, what: string, command: string): boolean {
  if (isPresent) return true
  if (process.env['GMX_SIM_TEST_REQUIRE_ALL']) throw new Error(`${what}: run ${command} first`)
  skipBecause(what, command)
  return false
}

/** The same for prerequisites that stay optional in CI. */
export function wish(isPresent: boolean, what: string, command: string): boolean {
  if (!isPresent) skipBecause(what, command)
  return isPresent
}

function skipBecause(what: string, command: string): void {
  console.warn(`${SKIPPED}${what}: ${command}`)
}

/** Tests that take a minute of the network or a package manager; CI runs them. */
export const needsAll = (what: string): boolean =>
  need(
    process.env['GMX_SIM_TEST_REQUIRE_ALL'] !== undefined,
    what,
    'GMX_SIM_TEST_REQUIRE_ALL=1 npm run test:all',
  )
