/** The current scenario, the text in the editor, which is kept while the editor is closed, and the library. */
import { signal } from '@preact/signals'
import { call, callServer, read } from '../api.js'
import { assign } from '../hooks.js'
import type { ControlReplies, ScenarioItem } from '../replies.js'
import { session, timeline } from '../state.js'

export const isPlaying = () => timeline.value?.loadedAt != null

/** Query of a text that may name candle files, as the watched file may. */
export const asFile = () => (session.value?.watched == null ? '' : '?file=true')

export const play = (scenario: string | { readonly use: string }) =>
  call<ControlReplies['PUT /scenario']>('PUT', `/scenario${asFile()}`, scenario)

/** Replaces the scenario by another text of it, while its time continues. */
export const playOn = (text: string) =>
  call('PUT', `/scenario${asFile() || '?'}${asFile() && '&'}continue=true`, text)

/** Writes the file that the server watches, which then loads it. */
export const save = (text: string) => callServer('PUT', '/scenario/file', text)

/** Reloads on the server, as neither text nor name is a complete scenario. */
export const playAgain = () => call('POST', '/scenario/reload')

export const loadedScenarioText = async (): Promise<string | null> => (await read('/scenario/source')).text

export const library = signal<readonly ScenarioItem[] | undefined>(undefined)

export async function loadLibrary(): Promise<readonly ScenarioItem[]> {
  if (library.peek() === undefined) assign(library, (await read('/scenarios')).scenarios)
  return library.peek() ?? []
}

/** A text that began as another. */
export const draft = signal({ text: '', of: '' })

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

export const isDraft = (): boolean => draft.value.text !== draft.value.of

export const write = (text: string): void => assign(draft, { ...draft.peek(), text })

/** Begins with a text. */
export const draftOf = (text: string): void => assign(draft, { text, of: text })

/** The draft; an incident of the library that was changed, under a name of its own. */
export async function ownNamed(): Promise<string> {
  if (!isDraft()) return draft.peek().text
  const [{ withOwnName }, known] = await Promise.all([import('./yaml-tools.js'), loadLibrary()])
  return withOwnName(draft.peek().text, known)
}

/** Begins with the current scenario, or a new one if none is loaded; unsaved changes to it stay. */
export async function beginDraft(): Promise<void> {
  const of = (await loadedScenarioText()) ?? EXAMPLE
  if (!isDraft() || draft.value.of !== of) draftOf(of)
}

/** Plays a scenario, and saves its text as a file named after it. */
export async function playAndDownload(text: string): Promise<void> {
  await play(text)
  const [, name = 'scenario'] = /^name: *([\w.-]+)/m.exec(text) ?? []
  const href = URL.createObjectURL(new Blob([text], { type: 'application/yaml' }))
  Object.assign(document.createElement('a'), { href, download: `${name}.yaml` }).click()
  URL.revokeObjectURL(href)
}
