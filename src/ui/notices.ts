import { signal } from '@preact/signals'
import { CallFailed } from './api.js'
import { after } from './timers.js'

export interface Told {
  readonly kind: 'done' | 'failed'
  readonly words: string
}

export const told = signal<Told | undefined>(undefined)

const SHOWN_MS = 4000
let stopTimer = () => {}

/** Shows a message for a few seconds; a failure stays until the next message. */
export function tell(words: string, kind: Told['kind'] = 'done'): void {
  stopTimer()
  told.value = { kind, words }
  if (kind === 'done') stopTimer = after(SHOWN_MS, forget)
}

export function forget(): void {
  stopTimer()
  told.value = undefined
}

/** Runs a user action: `await act(() => call('POST', '/reset'), 'Reset')`. Resolves with true on success. */
export async function act(run: () => Promise<unknown>, done?: string): Promise<boolean> {
  try {
    await run()
    if (done !== undefined) tell(done)
    else if (told.peek()?.kind === 'failed') forget()
    return true
  } catch (error) {
    tell(error instanceof CallFailed ? inWords(error) : String(error), 'failed')
    return false
  }
}

const inWords = ({ message, hint }: CallFailed) => (hint === '' ? message : `${message}: ${hint}`)
