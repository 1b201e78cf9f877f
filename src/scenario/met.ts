/** What a client meets under a fault. */
import { faultOf } from './faults/index.js'
import type { Rule } from './schema.js'

/**
 * What a client meets:
 *
 *   good     the right data, perhaps late
 *   wrong    status 200 with data that is old, cut short or not to be believed
 *   error    another status
 *   broken   a connection that breaks, or a body that cannot be read
 *   silent   no answer at all
 */
export const MET = ['good', 'wrong', 'error', 'broken', 'silent'] as const
export type Met = (typeof MET)[number]

/** By the key of the fault: what a client meets where it is not for the status to say. */
const MET_UNDER: Readonly<Record<string, Met>> = {
  hang: 'silent',
  reset: 'broken',
  close: 'broken',
  truncate: 'broken',
  malformed: 'broken',
  refuse: 'broken',
  drip: 'good',
  delay: 'good',
  stale: 'wrong',
  partial: 'wrong',
  poison: 'wrong',
  signature: 'wrong',
  dialect: 'wrong',
  // A good status with a body of one's own.
  status: 'wrong',
  // What code makes of a reply.
  reply: 'wrong',
  rateLimit: 'error',
}

/** By what the journal says of a request. */
export function metOf(outcome: string, status: number | null): Met {
  const under = MET_UNDER[outcome]
  if (under === 'broken' || under === 'silent') return under
  if (status === null) return 'broken'
  return status >= 400 ? 'error' : (under ?? 'good')
}

/** What those meet on whom a rule acts. */
export function metUnder(fault: Rule['fault']): Met {
  const { status } = fault as { readonly status?: number }
  const key = faultKeyOf(fault)
  return key === 'rateLimit' ? 'error' : metOf(key, status ?? 200)
}

/** The key of a rule's fault; `delay` for one that only delays. */
export function faultKeyOf(fault: Rule['fault']): string {
  return faultOf(fault)?.key ?? 'delay'
}
