import { PROGRAM_MS } from './patience.js'

/** Repetition factor of randomised tests, GMX_SIM_TEST_RUNS: 1 for every commit, such as 20 to find rare failures. */
export const RUNS = Math.max(1, Number(process.env['GMX_SIM_TEST_RUNS'] ?? 1))

/** Time limit of all repetitions together. */
export const RUNS_MS = 3 * RUNS * PROGRAM_MS

/** Share of samples that the lane draws. */
const SHARE = Number(process.env['GMX_SIM_TEST_SHARE'] ?? 1)

/** Number of samples of a property, of `whole` in a hunt. */
export const samples = (whole: number): number => Math.ceil(whole * SHARE * RUNS)

/** Whether a suite is swept by the full lane (laws.full.test.ts and tables.full.test.ts). */
export const isSweep = SHARE > 0.3

/** Rows of a table: every `n`-th from `first` on in the fast lane, all others in a sweep. */
export const sampled = <Row>(rows: readonly Row[], n: number, first = 0): readonly Row[] =>
  rows.filter((_row, index) => (index % n === first % n) !== isSweep)

/** The same samples in each run; others where rare failures are searched. */
export const SEED = RUNS > 1 ? undefined : 20_260_301
