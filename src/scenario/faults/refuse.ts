import * as z from 'zod'
import { defineFault } from '../define.js'

/**
 * Connections to a base address are refused, and those that there are end. It needs a port for each base address, and as
 * no request ever comes it follows from network, base and virtual time alone.
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

/** Where a rule that refuses says what only a request could have, as paths into it. */
export function strayKeys(rule: Readonly<Record<string, unknown>>): string[][] {
  return Object.entries(MAY_STAND).flatMap(([part, allowed]) =>
    Object.entries(rule[part] ?? {})
      .filter(([key, value]) => value !== undefined && !allowed.includes(key))
      .map(([key]) => [part, key]),
  )
}
