/** Prerequisites of tests that not every machine has. */

/** Begins the lines that the reporter sums up at the end of a run. */
export const SKIPPED = 'skipped: '

/**
 * Whether a prerequisite is present: its tests are skipped where it is not, and `command` installs it or runs them. Where
 * GMX_SIM_TEST_REQUIRE_ALL is set, as in CI, its absence is an error.
 */
export function need(isPresent: boolean, what: string, command: string): boolean {
  if (isPresent) return true
  if (process.env['GMX_SIM_TEST_REQUIRE_ALL']) throw new Error(`${what}: run ${command} first`)
  skipBecause(what, command)
  return false
}

/** The same for what no machine has to have. */
export function wish(isPresent: boolean, what: string, command: string): boolean {
  if (!isPresent) skipBecause(what, command)
  return isPresent
}

function skipBecause(what: string, command: string): void {
  console.warn(`${SKIPPED}${what}: ${command}`)
}

/** Tests that take a minute of the network or of a package manager; CI runs them. */
export const needsAll = (what: string): boolean =>
  need(
    process.env['GMX_SIM_TEST_REQUIRE_ALL'] !== undefined,
    what,
    'GMX_SIM_TEST_REQUIRE_ALL=1 npm run test:all',
  )
