import { PROGRAM_MS } from './patience.js'

/** Repetition factor of randomised tests, GMX_SIM_TEST_RUNS: 1 for every commit, such as 20 to find rare failures. */
export const RUNS = Math.max(1, Number(process.env['GMX_SIM_TEST_RUNS'] ?? 1))

/** Time limit of all repetitions together. */
export const RUNS_MS = 3 * RUNS * PROGRAM_MS
