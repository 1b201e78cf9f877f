/** Tables of which the fast lane takes some rows: the others. */
import { describe } from 'vitest'

describe.each([
  ['comparisons', () => import('./compare/compare.test.js')],
  ['effects of faults', () => import('./scenario/effect.test.js')],
  ['faults as seen', () => import('./scenario/faults/seen.test.js')],
  ['facts of the library', () => import('./scenario/library/library.test.js')],
] as const)('swept: %s', async (_name, suite) => {
  await suite()
})
