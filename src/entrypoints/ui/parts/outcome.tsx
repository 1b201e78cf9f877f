import type { OutcomeClass } from '../../../kit/outcome-class.js'
import { SIGNS } from '../outcomes.js'

interface OutcomeProps {
  readonly met: OutcomeClass
  readonly words: string
}

export function Outcome({ met, words }: OutcomeProps) {
  return (
    <span class={`outcome ${met}`}>
      <span class="sign" aria-hidden="true">
        {SIGNS[met]}
      </span>
      {words}
    </span>
  )
}
