import { ClockPanel } from './clock/clock.js'
import { ConnectionState } from './connection-state.js'
import { EndScenario } from './incident/end-scenario.js'
import { SessionChooser, SessionFacts } from './session/session-tools.js'

export function Header() {
  return (
    <header class="top">
      <div class="top-line">
        <h1>gmx-sim</h1>
        <SessionChooser />
        <ClockPanel />
        <ConnectionState />
        <EndScenario />
      </div>
      <SessionFacts />
    </header>
  )
}
