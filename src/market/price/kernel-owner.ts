/** Ownership of what is open in the kernel: nothing waits for JavaScript's collector, and nothing is read after it was closed. */
import { NO_HANDLE } from './kernel-limits.js'

/** The assets in use need more memory than the kernel has. */
export class KernelFullError extends Error {
  override readonly name = 'KernelFullError'
}

/** Owns open handles; its release closes them all. */
export class KernelOwner {
  isReleased = false
  #closes: (() => void)[] = []

  owns(close: () => void): void {
    this.#closes.push(close)
  }

  /** Closes all; a read opens its handle again. */
  close(): void {
    for (const close of this.#closes) close()
    this.#closes = []
  }

  release(): void {
    this.isReleased = true
    this.close()
  }
}

/** Owns what is opened without an owner: by tools and tests, which close it. */
export const TOOLS = new KernelOwner()

/**
 * Handles of one kind, opened from facts when they are first read, and owned. A request in progress may outlive its owner: then
 * each read opens its handle again, in place of that of the last such read, which changes no value, as facts determine all.
 */
export function ownedBy(open: (facts: readonly number[]) => number, close: (handle: number) => void) {
  let late: { readonly facts: readonly number[]; readonly handle: number } | undefined
  const opened = (facts: readonly number[]): number => {
    const handle = open(facts)
    if (handle === NO_HANDLE) throw new KernelFullError()
    return handle
  }
  const lateHandle = (facts: readonly number[]): number => {
    if (late?.facts === facts) return late.handle
    if (late !== undefined) close(late.handle)
    late = undefined
    late = { facts, handle: opened(facts) }
    return late.handle
  }
  return (facts: readonly number[], owner: KernelOwner): (() => number) => {
    let handle = NO_HANDLE
    return () => {
      if (handle !== NO_HANDLE) return handle
      if (owner.isReleased) return lateHandle(facts)
      handle = opened(facts)
      owner.owns(() => {
        close(handle)
        handle = NO_HANDLE
      })
      return handle
    }
  }
}
