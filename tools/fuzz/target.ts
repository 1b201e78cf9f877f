import type fc from 'fast-check'
import type { World } from './world.js'

/** One way to attack: inputs that can be written as JSON, and what must hold for each. */
export interface Target<Input = unknown> {
  readonly name: string
  readonly inputs: fc.Arbitrary<Input>
  /** How many things an input tries; one when left out. */
  count?(input: Input): number
  /** Throws where something does not hold. */
  attack(input: Input, world: World): void | Promise<void>
  /** Gives back what attacks left behind. */
  tidy?(world: World): Promise<void>
}

/** Declares a target; `attack` then gets what `inputs` gives. */
export function defineTarget<Input>(target: Target<Input>): Target {
  return target as unknown as Target
}

/** A finding: what was expected and what was seen instead. */
export function hold(isSo: boolean, what: string, seen: unknown = ''): asserts isSo {
  if (isSo) return
  throw new Error(
    `${what}: ${typeof seen === 'string' ? seen.slice(0, 2000) : JSON.stringify(seen)?.slice(0, 2000)}`,
  )
}
