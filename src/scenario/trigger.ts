/** Triggers: at which of the requests it matched a rule fires. */
import { Draws, type Key } from '../core/random.js'
import type { When } from './when.js'

/** Which draw of a call of a rule is for what. */
export const RULE_STREAM = { chance: 0, delay: 1, fault: 2 } as const

/** At which of its calls a rule fires, within its time. Its draws are keyed by the rule, so that they depend on no other. */
export class Trigger {
  readonly #when: When
  readonly #key: Key

  constructor(when: When, key: Key) {
    this.#when = when
    this.#key = key
  }

  /** Whether it fires for the `call`-th request that the rule has matched, after having fired `fired` times. */
  holds(call: number, fired: number): boolean {
    const { calls, every, times, chance } = this.#when
    if (calls !== undefined && (call < calls.first || call > calls.last)) return false
    if (every !== undefined && call % every !== 0) return false
    if (times !== undefined && fired >= times) return false
    return chance === undefined || new Draws().at(this.#key, RULE_STREAM.chance, call).uniform() < chance
  }
}
