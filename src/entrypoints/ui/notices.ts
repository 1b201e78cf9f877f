import { signal } from '@preact/signals'
import { CallFailed } from './api.js'
import { after } from './timers.js'

export interface Notice {
  readonly kind: 'done' | 'failed'
  readonly words: string
}

export const notice = signal<Notice | undefined>(undefined)

const SHOWN_MS = 4000
let stopTimer = () => {}

/** Shows a message for a few seconds; a failure stays until the next message. */
export function notify(words: string, kind: Notice['kind'] = 'done'): void {
  stopTimer()
  notice.value = { kind, words }
  if (kind === 'done') stopTimer = after(SHOWN_MS, dismiss)
}

export function dismiss(): void {
  stopTimer()
  notice.value = undefined
}

/** Runs a user action: `await act(() => call('POST', '/reset'), 'Reset')`. Resolves with true on success. */
export async function attempt(run: () => Promise<unknown>, done?: string): Promise<boolean> {
  try {
    await run()
    if (done !== undefined) notify(done)
    else if (notice.peek()?.kind === 'failed') dismiss()
    return true
  } catch (error) {
    notify(error instanceof CallFailed ? failureText(error) : String(error), 'failed')
    return false
  }
}

const failureText = ({ message, hint }: CallFailed) => (hint === '' ? message : `${message}: ${hint}`)
