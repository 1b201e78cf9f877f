import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { CallFailed, call } from '../api.js'
import type { ControlReplies, Outline, ScenarioProblem } from '../replies.js'
import { after } from '../timers.js'
import { asFile } from './current-scenario.js'

export interface Checked {
  readonly state: 'checking' | 'good' | 'bad' | 'failed'
  /** Problems of the last check while the next is pending. */
  readonly problems: readonly ScenarioProblem[]
  readonly failure?: string
  /** Outline of the last valid text. */
  readonly outline?: Outline | undefined
}

/** Debounces typing. */
const PAUSE_MS = 250

export function useProblems(text: string | undefined): Checked {
  const checked = useSignal<Checked>({ state: 'checking', problems: [] })
  useEffect(() => {
    if (text === undefined) return undefined
    let isWanted = true
    checked.value = { ...checked.peek(), state: 'checking' }
    const cancel = after(PAUSE_MS, () => {
      void check(text).then((result) => {
        if (isWanted) checked.value = { outline: checked.peek().outline, ...result }
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
    const { problems, outline } = await call<ControlReplies['POST /scenario/check']>(
      'POST',
      `/scenario/check${asFile()}`,
      text,
    )
    return { state: problems.length === 0 ? 'good' : 'bad', problems, ...(outline && { outline }) }
  } catch (error) {
    const failure = error instanceof CallFailed ? `${error.message}: ${error.hint}` : String(error)
    return { state: 'failed', problems: [], failure }
  }
}
