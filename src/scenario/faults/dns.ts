import * as z from 'zod'
import { defineFault } from '../define.js'

/** Names resolve at the proxy, which answers CONNECT with 502. Without interception, connections are refused. */
export const dns = defineFault({
  key: 'dns',
  about: 'the host does not resolve, likewise',
  examples: ['{ dns: notFound }'],
  shape: () => ({ dns: z.literal('notFound') }),
  inWords: () => 'does not resolve the host',
  outcomeClass: 'broken',
  flaw: null,
  stage: { on: 'port' },
})
