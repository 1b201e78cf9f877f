/** A body streamed piece by piece. All that was written is read before a later failure surfaces. */
export interface Body {
  readonly stream: ReadableStream<Uint8Array>
  /** Whether written data is still unread. */
  readonly isFull: boolean
  write(bytes: Uint8Array): void
  end(): void
  /** Fails after the written data was read; at once if `now` is set, as when the reader itself has given up. */
  fail(error: unknown, now?: boolean): void
}

type Step = (controller: ReadableStreamDefaultController<Uint8Array>) => void

/** `onCancel` is called when the reader cancels, `onEmpty` when it has read everything. */
export function createBody(onCancel: () => void, onEmpty = () => {}): Body {
  const steps: Step[] = []
  let ended = false
  let wake = () => {}
  let controller: ReadableStreamDefaultController<Uint8Array>
  const stream = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given
    },
    async pull(given) {
      while (steps.length === 0) await new Promise<void>((resolve) => (wake = resolve))
      steps.shift()?.(given)
      if (steps.length === 0) onEmpty()
    },
    cancel() {
      ended = true
      onCancel()
    },
  })
  const add = (step: Step, isLast: boolean): void => {
    if (ended) return
    ended = isLast
    steps.push(step)
    wake()
  }
  return {
    stream,
    get isFull() {
      return steps.length > 0
    },
    write(bytes) {
      // A copy: the reader may modify it, and these bytes may be served again.
      if (bytes.length > 0) add((given) => given.enqueue(Uint8Array.from(bytes)), false)
    },
    end: () => add((given) => given.close(), true),
    fail(error, now = false) {
      if (now) {
        ended = true
        steps.push(() => {})
        controller.error(error)
        wake()
      } else add((given) => given.error(error), true)
    },
  }
}
