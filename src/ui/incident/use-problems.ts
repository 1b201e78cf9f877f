import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { CallFailed, call } from '../api.js'
import { after } from '../machine.js'
import type { Replies, ScenarioProblem } from '../replies.js'

/** What the server says of a text, without loading it. */
export interface Checked {
  /** `failed` where it could not be asked. */
  readonly state: 'checking' | 'good' | 'bad' | 'failed'
  /** Those of the last answer, while the next one is waited for. */
  readonly problems: readonly ScenarioProblem[]
  /** Why it could not be asked. */
  readonly failure?: string
}

/** Whoever writes pauses now and then: the server is asked then. */
const PAUSE_MS = 250

/** The problems of a text, a little after it was last changed. */
export function useProblems(text: string | undefined): Checked {
  const checked = useSignal<Checked>({ state: 'checking', problems: [] })
  useEffect(() => {
    if (text === undefined) return undefined
    let isWanted = true
    checked.value = { ...checked.peek(), state: 'checking' }
    const cancel = after(PAUSE_MS, () => {
      void check(text).then((found) => {
        if (isWanted) checked.value = found
      })
    })
    return () => {
      isWanted = false
      cancel()
    }
  }, [text, checked])
  return checked.value
}

async function check(text: string): Promise<Checked> {
  try {
    const { problems } = await call<Replies['POST /scenario/check']>('POST', '/scenario/check', text)
    return { state: problems.length === 0 ? 'good' : 'bad', problems }
  } catch (error) {
    const failure = error instanceof CallFailed ? `${error.message}: ${error.hint}` : String(error)
    return { state: 'failed', problems: [], failure }
  }
}
