import * as z from 'zod'
import { defineFault } from '../define.js'

/** `tryAgain` is temporary: EAI_AGAIN instead of ENOTFOUND. */
const FAILURES = {
  notFound: 'does not resolve the host',
  tryAgain: 'does not resolve the host for now',
} as const

export type DnsFailure = keyof typeof FAILURES

/** Names resolve at the proxy, which answers CONNECT with 502, or 503. Without interception, connections are refused. */
export const dns = defineFault({
  key: 'dns',
  about: 'the host does not resolve: ENOTFOUND or EAI_AGAIN, likewise',
  examples: ['{ dns: notFound }', '{ dns: tryAgain }'],
  shape: () => ({ dns: z.enum(Object.keys(FAILURES) as DnsFailure[]) }),
  inWords: ({ dns }) => FAILURES[dns],
  outcomeClass: 'broken',
  flaw: null,
  stage: { on: 'port' },
})
