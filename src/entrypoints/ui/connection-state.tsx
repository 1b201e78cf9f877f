import { connection } from './state.js'

const WORDS = {
  connecting: 'Connecting',
  live: 'Live',
  paused: 'Paused',
  lost: 'Lost, trying again',
  ended: 'Ended',
  refused: 'Refused',
} as const

export function ConnectionState() {
  const now = connection.value
  const why = 'why' in now ? now.why : undefined
  return (
    <p class={`connection ${now.state}`} role="status" title={why}>
      <span class="sign" aria-hidden="true" />
      {WORDS[now.state]}
      {why !== undefined && <span class={now.state === 'lost' ? 'off-screen' : 'why'}>{why}</span>}
    </p>
  )
}
