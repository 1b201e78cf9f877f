import { useSignal } from '@preact/signals'
import type { OutcomeClass } from '../../../kit/outcome-class.js'
import { assign } from '../assign.js'
import { openEntry } from '../journal/selection.js'
import { attempt } from '../notices.js'
import { MEANS, SIGNS } from '../outcomes.js'
import { Choice } from '../parts/choice.js'
import { Panel } from '../parts/panel.js'
import { timeline } from '../state.js'
import { isPlaying, playAgain } from './current-scenario.js'
import { Editor } from './editor.js'
import { LanesPanel } from './lanes.js'
import { Library } from './library.js'
import { Sets } from './mini-lanes.js'
import { SPAN_LENGTHS, type SpanLength } from './visible-span.js'

const REACH_WORDS: Readonly<Record<SpanLength, string>> = {
  whole: 'Whole',
  '1m': '1 min',
  '10m': '10 min',
  '1h': '1 h',
}

export function Incident() {
  const open = useSignal<'library' | 'editor' | undefined>(undefined)
  const chosenReach = useSignal<SpanLength>('whole')
  const isLoaded = isPlaying()
  const reach = isLoaded || chosenReach.value !== 'whole' ? chosenReach.value : '10m'
  const close = () => assign(open, undefined)
  return (
    <Panel
      id="incident"
      title="Incident"
      tools={
        // Rendered once known, so that the layout does not shift.
        timeline.value && (
          <>
            <ScenarioName />
            <Choice
              label="How much time the lanes show"
              values={SPAN_LENGTHS}
              chosen={reach}
              words={REACH_WORDS}
              isOff={(one) => one === 'whole' && !isLoaded}
              onChoose={(one) => assign(chosenReach, one)}
            />
            {isLoaded && (
              <button type="button" class="small" onClick={reload}>
                Reload
              </button>
            )}
            <button type="button" class="small" onClick={() => assign(open, 'editor')}>
              {isLoaded ? 'Edit' : 'Write one'}
            </button>
            <button
              type="button"
              class={isLoaded ? 'small' : 'primary'}
              onClick={() => assign(open, 'library')}
            >
              {isLoaded ? 'Choose another' : 'Try an incident'}
            </button>
          </>
        )
      }
    >
      <LanesPanel reach={reach} onOpen={openEntry} />
      <Legend />
      {open.value === 'library' && <Library onClose={close} />}
      {open.value === 'editor' && <Editor onClose={close} />}
    </Panel>
  )
}

function ScenarioName() {
  const loaded = timeline.value
  if (loaded === undefined) return null
  const acting = loaded.rules.filter((rule) => rule.acting).length
  const words = !isPlaying()
    ? 'No active scenario'
    : `${acting} of ${loaded.rules.length} ${loaded.rules.length === 1 ? 'rule' : 'rules'} active`
  return (
    <p class="playing">
      {isPlaying() && <strong>{loaded.name ?? 'Unnamed scenario'}</strong>} <span class="faint">{words}</span>{' '}
      <Sets sets={loaded.sets} />
    </p>
  )
}

const reload = () => attempt(playAgain, 'Scenario restarted')

function Legend() {
  return (
    <ul class="legend" aria-label="What colours and signs mean">
      {(Object.keys(MEANS) as OutcomeClass[]).map((met) => (
        <li key={met}>
          <span class={`key ${met}`} aria-hidden="true">
            {SIGNS[met]}
          </span>
          {MEANS[met]}
        </li>
      ))}
    </ul>
  )
}
