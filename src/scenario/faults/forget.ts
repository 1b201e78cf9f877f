import * as z from 'zod'
import { defineFault } from '../define.js'

/** Affects subscriptions made while its rule is active; earlier ones go on. */
export const forget = defineFault({
  key: 'forget',
  about: 'a stream that acknowledges a subscription and sends nothing for it',
  examples: ['{ forget: true }'],
  shape: () => ({ forget: z.literal(true) }),
  inWords: () => 'acknowledges subscriptions and sends nothing for them',
  outcomeClass: 'silent',
  flaw: null,
  stage: { on: 'stream', effect: () => ({ withholds: 'new' }) },
})
