import { PROGRAM_MS } from './patience.js'

/** How often tests of repetition repeat: GMX_SIM_TEST_RUNS, such as 20; once where it is not set. */
export const RUNS = Math.max(1, Number(process.env['GMX_SIM_TEST_RUNS'] ?? 1))

/** What all of them together may take. */
export const RUNS_MS = RUNS * PROGRAM_MS
