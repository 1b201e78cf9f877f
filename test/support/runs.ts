import { PROGRAM_MS } from './patience.js'

/** Factor of tests by repetition or chance, GMX_SIM_TEST_RUNS, such as 20: one run is for every commit, more find what is rare. */
export const RUNS = Math.max(1, Number(process.env['GMX_SIM_TEST_RUNS'] ?? 1))

/** What all of them together may take. */
export const RUNS_MS = RUNS * PROGRAM_MS
