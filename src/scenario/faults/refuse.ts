import * as z from 'zod'
import { defineFault } from '../define.js'

/**
 * Refuses connections to a base address and ends existing ones. Requires a port per base address, and depends on network, base and
 * virtual time only, as no request arrives.
 */
export const refuse = defineFault({
  key: 'refuse',
  about: 'connection refused (only with --split-ports)',
  examples: ['{ refuse: true }'],
  shape: () => ({ refuse: z.literal(true) }),
  inWords: () => 'refuses connections, with --split-ports',
  outcomeClass: 'broken',
  flaw: null,
  stage: { on: 'port' },
})
