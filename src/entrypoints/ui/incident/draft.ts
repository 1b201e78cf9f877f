/** The text in the editor, which is kept while the editor is closed. */
import { signal } from '@preact/signals'
import { loadedScenarioText } from './current-scenario.js'

export interface ScenarioDraft {
  readonly text: string
  readonly of: string
}

export const draft = signal<ScenarioDraft | undefined>(undefined)

const EXAMPLE = `# What goes wrong, when, and at which requests.
name: my-incident
rules:
  - id: dead
    match: { network: arbitrum, base: primary }
    when: { after: 10s, until: 60s }
    fault: { hang: true }
  - id: limited
    match: { endpoint: tickers }
    when: { every: 5 }
    fault: { status: 429, retryAfter: 2s }
events:
  - { asset: ETH, at: 20s, move: -18%, over: 40s }
`

export const isDraft = (): boolean => draft.value !== undefined && draft.value.text !== draft.value.of

export function write(text: string): void {
  if (draft.value !== undefined) draft.value = { ...draft.value, text }
}

/** Begins with the current scenario, or a new one if none is loaded; unsaved changes to it stay. */
export async function beginDraft(): Promise<void> {
  const of = (await loadedScenarioText()) ?? EXAMPLE
  if (!isDraft() || draft.value?.of !== of) draft.value = { text: of, of }
}
