/** What is played, and what was before everything was stopped: the server keeps it, so that the same can be played again. */
import { act } from '../acting.js'
import { call } from '../api.js'
import type { Replies } from '../replies.js'
import { session, timeline } from '../state.js'

export const isPlaying = () => timeline.value?.loadedAt != null

/** What `playAgain` would bring back while nothing is played; undefined where nothing was. */
export const stopped = () => session.value?.stopped ?? undefined

/** Loads a scenario, as text or by its name in the library: its time and counters begin anew. */
export const play = (scenario: string | { readonly use: string }) => call('PUT', '/scenario', scenario)

/** Loads the very same once more, or what was stopped: neither its text nor its name says all of it. */
export const playAgain = () => call('POST', '/scenario/reload')

/** Ends whatever goes wrong; what is held is freed. */
export function stopEverything(): Promise<boolean> {
  return act(() => call('DELETE', '/scenario'), 'All is well again')
}

/** What is loaded, as it was written, or else what was stopped; null where there is neither. */
export async function sourceText(): Promise<string | null> {
  const { text, stopped } = await call<Replies['GET /scenario/source']>('GET', '/scenario/source')
  return text ?? stopped
}
