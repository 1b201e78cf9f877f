/** Objects of the kernel that JavaScript refers to by number. */
import { collectGarbage, type Int } from '../../kit/numbers/platform.js'

const CLOSED_PER_COLLECTION = 64

let closed: Int = 0

export class Handles<T> {
  readonly #items: (T | null)[] = []
  readonly #free: Int[] = []

  open(item: T): Int {
    if (this.#free.length === 0) return this.#items.push(item) - 1
    const handle = this.#free.pop() as Int
    this.#items[handle] = item
    return handle
  }

  at(handle: Int): T {
    return this.#items[handle]!
  }

  close(handle: Int): void {
    this.#items[handle] = null
    this.#free.push(handle)
    if (++closed % CLOSED_PER_COLLECTION === 0) collectGarbage()
  }
}
