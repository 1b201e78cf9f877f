import * as z from 'zod'
import { DIALECTS, representationOf } from '../../api/endpoints/define.js'
import { defineFault } from '../define.js'

export const dialect = defineFault({
  key: 'dialect',
  about: 'replies in another dialect, as after an API change',
  examples: ['{ dialect: observed }'],
  inWords: ({ dialect }) => `answers in the ${dialect} dialect`,
  shape: () => ({ dialect: z.enum(DIALECTS) }),
  acts: ({ dialect: wanted }, endpoint, dialect) =>
    representationOf(endpoint, wanted) !== representationOf(endpoint, dialect),
  outcomeClass: 'wrong',
  flaw: null,
  stage: { on: 'as-of', question: ({ dialect }) => ({ dialect }) },
})
