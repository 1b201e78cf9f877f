/** What a person does on the page, and what is said about it: one line at the foot of the page, read out too. */
import { signal } from '@preact/signals'
import { CallFailed } from './api.js'
import { after } from './machine.js'

export interface Told {
  readonly kind: 'done' | 'failed'
  readonly words: string
}

export const told = signal<Told | undefined>(undefined)

const SHOWN_MS = 4000
let forget = () => {}

/** Says something for a few seconds; a failure stays until the next. */
export function tell(words: string, kind: Told['kind'] = 'done'): void {
  forget()
  told.value = { kind, words }
  if (kind === 'done')
    forget = after(SHOWN_MS, () => {
      told.value = undefined
    })
}

/** Does what a person asked for: `await act(() => call('POST', '/reset'), 'Reset')`. True where it went well. */
export async function act(run: () => Promise<unknown>, done?: string): Promise<boolean> {
  try {
    await run()
    if (done !== undefined) tell(done)
    else if (told.peek()?.kind === 'failed') told.value = undefined
    return true
  } catch (error) {
    tell(error instanceof CallFailed ? inWords(error) : String(error), 'failed')
    return false
  }
}

const inWords = ({ message, hint }: CallFailed) => (hint === '' ? message : `${message}: ${hint}`)
