/** The current scenario, and the one that was stopped, which the server keeps for another run. */

import { call, callServer } from '../api.js'
import { attempt } from '../notices.js'
import type { ControlReplies } from '../replies.js'
import { session, timeline } from '../state.js'

export const isPlaying = () => timeline.value?.loadedAt != null

export const endedScenario = () => session.value?.stopped ?? undefined

/** Query of a text that may name candle files, as the watched file may. */
export const asFile = () => (session.value?.watched == null ? '' : '?file=true')

export const play = (scenario: string | { readonly use: string }) =>
  call('PUT', `/scenario${asFile()}`, scenario)

/** Writes the file that the server watches, which then loads it. */
export const save = (text: string) => callServer('PUT', '/scenario/file', text)

/** Reloads on the server, as neither text nor name is a complete scenario. */
export const playAgain = () => call('POST', '/scenario/reload')

export function endScenario(): Promise<boolean> {
  return attempt(() => call('DELETE', '/scenario'), 'Scenario ended')
}

export async function loadedScenarioText(): Promise<string | null> {
  return (await call<ControlReplies['GET /scenario/source']>('GET', '/scenario/source')).text
}
