/**
 * Timeouts of tests, far above the usual durations, as the machine may be busy. Passing tests never wait for them.
 */

/** For a test or a hook of the fast lane. */
export const TEST_MS = 60_000
/** For one of the full lane, which runs programs. */
export const FULL_TEST_MS = 300_000
/** For a program that runs to its end. */
export const PROGRAM_MS = 240_000
/** For one reply, file change or event: less than a test has, so that no loop outlives its test. */
export const PATIENCE_MS = 50_000
/** For Vitest as run by users, whose default of 5 s is too short on a busy machine. */
export const PATIENT_VITEST = [`--testTimeout=${PATIENCE_MS}`, `--hookTimeout=${PATIENCE_MS}`]
