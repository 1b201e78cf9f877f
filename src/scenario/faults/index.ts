/** All faults, in the order of the documentation: those that take others as options come before these. */
import type { Fault } from '../define.js'
import { close } from './close.js'
import { connectFault } from './connect.js'
import { dialect } from './dialect.js'
import { dns } from './dns.js'
import { drip } from './drip.js'
import { drop } from './drop.js'
import { forget } from './forget.js'
import { hang } from './hang.js'
import { headers } from './headers.js'
import { malformed } from './malformed.js'
import { partial } from './partial.js'
import { poison } from './poison.js'
import { rateLimit } from './rate-limit.js'
import { refuse } from './refuse.js'
import { reply } from './reply.js'
import { reset } from './reset.js'
import { signature } from './signature.js'
import { silent } from './silent.js'
import { slow } from './slow.js'
import { stale } from './stale.js'
import { status } from './status.js'
import { tls } from './tls.js'
import { truncate } from './truncate.js'

export const FAULTS = [
  status,
  rateLimit,
  headers,
  hang,
  drip,
  reset,
  close,
  truncate,
  malformed,
  stale,
  partial,
  poison,
  signature,
  dialect,
  silent,
  drop,
  slow,
  forget,
  refuse,
  tls,
  dns,
  connectFault,
] as const satisfies readonly Fault[]

/** Faults available in code only: absent from files, schemas and tables. */
export const CODE_FAULTS = [reply] as const satisfies readonly Fault[]

const ALL: readonly Fault[] = [...FAULTS, ...CODE_FAULTS]

/** The fault named by a rule's `fault`; undefined for one that only delays. */
export function faultOf(options: object): Fault | undefined {
  return ALL.find(({ key }) => (options as Readonly<Record<string, unknown>>)[key] !== undefined)
}
