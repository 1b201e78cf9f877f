import { attempt } from '../notices.js'
import { counts } from '../state.js'
import { endedScenario, endScenario, isPlaying, playAgain } from './current-scenario.js'

export function EndScenario() {
  const was = endedScenario()
  if (isPlaying() || was === undefined) {
    const held = counts.value?.held ?? 0
    return (
      <button type="button" class="switch" disabled={!isPlaying()} onClick={endScenario}>
        End scenario
        {held > 0 && <small class="held"> {held} held</small>}
      </button>
    )
  }
  return (
    <button
      type="button"
      class="switch again"
      title={`Plays ${was} again from its beginning`}
      onClick={() => attempt(playAgain, `${was} restarted`)}
    >
      Start again
    </button>
  )
}
