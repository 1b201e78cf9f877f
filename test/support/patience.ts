/**
 * How long tests wait for what must come. All limits are far above what anything takes, as a machine may be busy with
 * something else; none is waited for when all is well.
 */

/** For a test or a hook. */
export const TEST_MS = 400_000
/** For a program that is run to its end. */
export const PROGRAM_MS = 300_000
/** For one reply, one file that changes, one thing that happens: less than a test has, so that no loop outlives its test. */
export const PATIENCE_MS = 120_000
/** For Vitest as a user runs it, whose own limit of 5 s is too little on a busy machine. */
export const PATIENT_VITEST = [`--testTimeout=${PATIENCE_MS}`, `--hookTimeout=${PATIENCE_MS}`]
