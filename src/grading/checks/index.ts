/** All checks, in the order of reports. */
import { amplification } from './amplification.js'
import { answersAgain } from './answers-again.js'
import type { Check } from './define.js'
import { failsBack } from './fails-back.js'
import { givesUp } from './gives-up.js'
import { keepsServing } from './keeps-serving.js'
import { leavesDeadAlone } from './leaves-dead-alone.js'
import { noBlindRetry } from './no-blind-retry.js'
import { noFlapping } from './no-flapping.js'
import { noticesSilence } from './notices-silence.js'
import { noticesStale } from './notices-stale.js'
import { refusesBadData } from './refuses-bad-data.js'
import { resubscribes } from './resubscribes.js'
import { retryAfter } from './retry-after.js'
import { survives } from './survives.js'
import { verifiesCertificates } from './verifies-certificates.js'

export const CHECKS = [
  keepsServing,
  survives,
  answersAgain,
  givesUp,
  retryAfter,
  refusesBadData,
  verifiesCertificates,
  noticesStale,
  noticesSilence,
  resubscribes,
  failsBack,
  amplification,
  leavesDeadAlone,
  noBlindRetry,
  noFlapping,
] as const satisfies readonly Check[]

export type CheckId = (typeof CHECKS)[number]['id']
