/**
 * What is played, and what was before everything was stopped: so that the same can be played again. It is kept for this
 * tab, as a page that is loaded anew would otherwise not know what was stopped.
 */
import { signal } from '@preact/signals'
import { act } from '../acting.js'
import { call, PLACE } from '../api.js'
import { timeline } from '../state.js'
import type { SessionState } from '../types.js'

/** A scenario: how it is called, and what `PUT /scenario` takes. */
export interface Played {
  readonly name: string
  readonly body: string | { readonly use: string }
}

const KEY = `gmx-sim-stopped ${PLACE.session ?? ''}`

/** What the switch stopped. */
export const stopped = signal<Played | undefined>(read())

export const isPlaying = () => timeline.value?.loadedAt != null

/** Loads a scenario: its time and counters begin anew. */
export async function play({ body }: Played): Promise<void> {
  await call('PUT', '/scenario', body)
  keep(undefined)
}

/** Ends whatever goes wrong; what is held is freed. */
export function stopEverything(): Promise<boolean> {
  return act(async () => {
    // First what it was: afterwards nobody knows.
    const was = await nowPlayed()
    await call('DELETE', '/scenario')
    keep(was)
  }, 'All is well again')
}

export async function nowPlayed(): Promise<Played | undefined> {
  const text = await sourceText()
  if (text === null) return undefined
  const { scenario, files } = await call<SessionState>('GET', '/session')
  // What takes a file to show again is not of the library.
  const isOfLibrary = scenario !== null && files.length === 0
  return { name: scenario ?? 'the scenario', body: isOfLibrary ? { use: scenario } : text }
}

/** What is loaded, as it was written; null where nothing is. */
export async function sourceText(): Promise<string | null> {
  return (await call<{ text: string | null }>('GET', '/scenario/source')).text
}

function keep(played: Played | undefined): void {
  stopped.value = played
  try {
    if (played === undefined) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify(played))
  } catch {
    // A scenario that is too large for the tab's memory is known until the page is loaded anew.
  }
}

function read(): Played | undefined {
  const text = sessionStorage.getItem(KEY)
  return text === null ? undefined : (JSON.parse(text) as Played)
}
