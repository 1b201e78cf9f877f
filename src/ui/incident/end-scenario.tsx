import { act } from '../notices.js'
import { counts } from '../state.js'
import { isPlaying, playAgain, stopEverything, stopped } from './current-scenario.js'

export function StopEverything() {
  const was = stopped()
  if (isPlaying() || was === undefined) {
    const held = counts.value?.held ?? 0
    return (
      <button type="button" class="switch" disabled={!isPlaying()} onClick={stopEverything}>
        Stop everything
        {held > 0 && <small class="held"> {held} held</small>}
      </button>
    )
  }
  return (
    <button
      type="button"
      class="switch again"
      title={`Plays ${was} once more, from its beginning`}
      onClick={() => act(playAgain, `${was} begins anew`)}
    >
      Start again
    </button>
  )
}
