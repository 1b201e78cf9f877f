import * as z from '../../core/zod.js'
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

/** Whether a rule's `fault` refuses connections. */
export function isRefusal(fault: object): boolean {
  return 'refuse' in fault && fault.refuse !== undefined
}

const MAY_STAND: Readonly<Record<string, readonly string[]>> = {
  match: ['network', 'base'],
  when: ['after', 'until'],
  fault: ['refuse'],
}

/** Paths of keys in a refusing rule that would need a request. */
export function strayKeys(rule: Readonly<Record<string, unknown>>): string[][] {
  return Object.entries(MAY_STAND).flatMap(([part, allowed]) =>
    Object.entries(rule[part] ?? {})
      .filter(([key, value]) => value !== undefined && !allowed.includes(key))
      .map(([key]) => [part, key]),
  )
}
