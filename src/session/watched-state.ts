import type { Clock } from '../kit/clock/clock.js'
import type { Exchanges } from './exchanges.js'

type OnChange = () => void | Promise<void>

export abstract class WatchedState {
  abstract readonly clock: Clock
  /** Present while somebody watches, and for a while after. */
  exchanges: Exchanges | undefined
  #followsClock = false
  #onChange: readonly OnChange[] = []
  /** Undefined once it has ended. */
  #onEnd: readonly (() => void)[] | undefined = []
  #following: readonly (void | Promise<void>)[] = []

  /** Calls `listener` after the scenario was replaced or the clock changed. Returns a function that unsubscribes. */
  onChange(listener: OnChange): () => void {
    if (!this.#followsClock) this.clock.onChange(() => this.notifyChange())
    this.#followsClock = true
    this.#onChange = [...this.#onChange, listener]
    return () => {
      this.#onChange = this.#onChange.filter((other) => other !== listener)
    }
  }

  get hasEnded(): boolean {
    return this.#onEnd === undefined
  }

  /** Calls `listener` when the session ends, immediately if it has. Returns a function that unsubscribes. */
  onEnd(listener: () => void): () => void {
    if (this.#onEnd === undefined) listener()
    else this.#onEnd = [...this.#onEnd, listener]
    return () => {
      this.#onEnd = this.#onEnd?.filter((other) => other !== listener)
    }
  }

  /** Resolves when all listeners to the last change are done. */
  async settled(): Promise<void> {
    await Promise.all(this.#following)
  }

  protected notifyChange(): void {
    this.#following = this.#onChange.map((listener) => listener())
  }

  protected notifyEnd(): void {
    const listeners = this.#onEnd ?? []
    this.#onEnd = undefined
    for (const listener of listeners) listener()
    this.exchanges?.callOff()
    this.exchanges = undefined
  }
}
