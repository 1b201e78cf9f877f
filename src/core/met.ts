/** What a client meets, by what the journal says of its request. */

/**
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

/** `outcome` is that of the journal, or the key of a fault. */
export function metOf(outcome: string, status: number | null): Met {
  const under = MET_UNDER[outcome]
  if (under === 'broken' || under === 'silent') return under
  if (status === null) return 'broken'
  return status >= 400 ? 'error' : (under ?? 'good')
}
