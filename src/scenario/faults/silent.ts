import * as z from 'zod'
import { defineFault } from '../define.js'

export const silent = defineFault({
  key: 'silent',
  about: 'a stream that stays open, answers pings, and sends no frame',
  examples: ['{ silent: true }'],
  shape: () => ({ silent: z.literal(true) }),
  inWords: () => 'keeps the stream open and sends nothing',
  outcomeClass: 'silent',
  flaw: null,
  stage: { on: 'stream', effect: () => ({ withholds: 'all' }) },
})
