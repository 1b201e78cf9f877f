// jsdom in a context of `node:vm` lacks the global.
import { ReadableStream, type ReadableStreamDefaultController } from 'node:stream/web'

export type LocalBody = ReturnType<typeof createBody>
type Step = (controller: ReadableStreamDefaultController<Uint8Array>) => void

/**
 * A body streamed piece by piece: all that was written is read before a later failure surfaces. `onCancel` is called when the reader
 * cancels, `onEmpty` when it has read everything.
 */
export function createBody(onCancel: () => void, onEmpty = () => {}) {
  const steps: Step[] = []
  let ended = false
  let wake = () => {}
  const source = {
    async pull(controller: ReadableStreamDefaultController<Uint8Array>) {
      while (steps.length === 0) await new Promise<void>((resolve) => (wake = resolve))
      steps.shift()?.(controller)
      if (steps.length === 0) onEmpty()
    },
    cancel() {
      ended = true
      onCancel()
    },
  }
  const add = (step: Step, isLast: boolean): void => {
    if (ended) return
    ended = isLast
    steps.push(step)
    wake()
  }
  return {
    // Holds nothing itself, so that a failure may precede what is unread.
    stream: new ReadableStream(source, { highWaterMark: 0 }),
    /** Whether written data is still unread. */
    get isFull() {
      return steps.length > 0
    },
    write(bytes: Uint8Array): void {
      // A copy: the reader may modify it, and these bytes may be served again.
      if (bytes.length > 0) add((given) => given.enqueue(Uint8Array.from(bytes)), false)
    },
    end: () => add((given) => given.close(), true),
    /** Fails after the written data was read; at once if `now` is set, as when the reader itself has given up. */
    fail(error: unknown, now = false): void {
      if (now) {
        ended = false
        steps.length = 0
      }
      add((given) => given.error(error), true)
    },
  }
}
