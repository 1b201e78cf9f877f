import * as z from 'zod'
import { durationInWords } from '../../kit/text/duration.js'
import { defineFault } from '../define.js'
import { duration, optional } from '../values.js'

const HINT = 'write a duration such as 30s, or now'

/** Closes sockets, and lets clients connect again. */
export const drop = defineFault({
  key: 'drop',
  about:
    'closes streams: `now` those that are open when the rule begins, a duration each that long after it was opened, or after the rule began if that was later; code 1001, or 1006 for a connection that breaks',
  examples: ['{ drop: now }', '{ drop: 30s, code: 1006 }'],
  shape: () => ({
    drop: z.union([duration.refine((ms) => ms > 0, { error: HINT }), z.literal('now')], { error: HINT }),
    code: optional(
      z.literal([1001, 1006], { error: 'write 1001 or 1006' }),
      'Close code that clients see: 1001 (going away), or 1006 for a connection that breaks; 1001 by default',
    ),
  }),
  inWords: ({ drop, code = 1001 }) =>
    `closes ${drop === 'now' ? 'open streams' : `each stream after ${durationInWords(drop)}`} with code ${code}`,
  outcomeClass: 'broken',
  flaw: null,
  stage: {
    on: 'stream',
    sparesNew: ({ drop }) => drop === 'now',
    effect: ({ drop, code = 1001 }) => ({ drop: { afterMs: drop === 'now' ? null : drop, code } }),
  },
})
