/** Sampled folders of src, each with the tests that shall hold its laws. */

/** Consecutive lines of one window: enough for a condition or a call that spans lines. */
export const WINDOW_LINES = 5

/** Lines from one window to the next, counted through the files of the folder; folders and files of test/, the fastest first. */
export const WINGS = {
  grading: { strideLines: 110, tests: ['grading', 'rehearsal/verdicts', 'rehearsal/outcome'] },
  scenario: { strideLines: 150, tests: ['scenario'] },
  session: { strideLines: 120, tests: ['session', 'server/control'] },
  api: { strideLines: 90, tests: ['api', 'session', 'golden'] },
}
