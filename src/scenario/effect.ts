/** Effect of faults on clients, from what each fault declares. */

import type { Reply } from '../api/routing/reply.js'
import { BROKEN, type Effect, type OutcomeClass, plainEffect } from '../kit/outcome-class.js'
import { isJson } from '../kit/text/json.js'
import type { Fault } from './define.js'
import { faultOf } from './faults/index.js'
import type { Rule } from './schema.js'

/** Effect of a fault on a reply with `status`; of a plain delay if there is no fault. */
export function effectOf(fault: Fault | undefined, options: unknown, status: number | null): Effect {
  const plain = plainEffect(status)
  if (fault === undefined) return plain
  const { outcomeClass, flaw } = fault
  const met = typeof outcomeClass === 'function' ? outcomeClass(options) : outcomeClass
  // Errors remain errors, whatever else a fault does.
  const isData = met === 'good' || met === 'wrong'
  if (isData && plain.met !== 'good') return plain
  return { met, flaw: isData ? (typeof flaw === 'function' ? flaw(options) : flaw) : null }
}

/** Effect of user code that made `reply` from the original. */
export function effectOfCode(fault: Fault, options: unknown, reply: Reply, original: Reply): Effect {
  const plain = plainEffect(reply.status)
  const isUnchanged = reply.body === original.body && original.status < 400
  if (plain.met !== 'good' || isUnchanged) return plain
  const isReadable = reply.status >= 300 || isJson(reply.body.toString())
  return isReadable ? effectOf(fault, options, reply.status) : BROKEN
}

/** Outcome class of a data request on which a rule fires. */
export function outcomeClassUnder(fault: Rule['fault']): OutcomeClass {
  return effectOf(faultOf(fault), fault, 200).met
}

/** Key of a rule's fault; `delay` for one that only delays. */
export function faultKeyOf(fault: Rule['fault']): string {
  return faultOf(fault)?.key ?? 'delay'
}
