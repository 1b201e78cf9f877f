/** The list of faults, in the order in which documentation shows them. A new one is a file and a word here. */
import type { Fault } from '../define.js'
import { hang } from './hang.js'
import { rateLimit } from './rate-limit.js'
import { stale } from './stale.js'
import { status } from './status.js'

export const FAULTS: readonly Fault[] = [status, rateLimit, hang, stale]
