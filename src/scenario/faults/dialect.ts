import * as z from 'zod'
import { DIALECTS, type Dialect, type Endpoint, representationOf } from '../../api/endpoints/define.js'
import { defineFault } from '../define.js'

/** The function that renders an endpoint in a dialect, whichever parameters it accepts. */
function makerOf(endpoint: Endpoint, dialect: Dialect): unknown {
  const { chunks, render } = representationOf(endpoint, dialect)
  return chunks ?? render
}

export const dialect = defineFault({
  key: 'dialect',
  about: 'replies in another dialect, as after an API change',
  examples: ['{ dialect: observed }'],
  inWords: ({ dialect }) => `answers in the ${dialect} dialect`,
  shape: () => ({ dialect: z.enum(DIALECTS) }),
  acts: ({ dialect: wanted }, endpoint, dialect) => makerOf(endpoint, wanted) !== makerOf(endpoint, dialect),
  outcomeClass: 'wrong',
  flaw: null,
  stage: { on: 'as-of', question: ({ dialect }) => ({ dialect }) },
})
