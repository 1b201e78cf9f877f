import * as z from '../../kit/zod.js'
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

/** Faults of connections: no request arrives. */
const KEYS = ['refuse', 'tls', 'dns']

/** The key of a rule's `fault` that affects connections; undefined if it affects requests. */
export function connectionKeyOf(fault: object): string | undefined {
  return KEYS.find((key) => (fault as Readonly<Record<string, unknown>>)[key] !== undefined)
}

const MAY_STAND: Readonly<Record<string, readonly string[]>> = {
  match: ['network', 'base'],
  when: ['after', 'until'],
  fault: KEYS,
}

/** Paths of keys in a refusing rule that would need a request. */
export function strayKeys(rule: Readonly<Record<string, unknown>>): string[][] {
  return Object.entries(MAY_STAND).flatMap(([part, allowed]) =>
    Object.entries(rule[part] ?? {})
      .filter(([key, value]) => value !== undefined && !allowed.includes(key))
      .map(([key]) => [part, key]),
  )
}
