import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { formatMoment } from '../../../kit/svg/frame.js'
import { durationInWords } from '../../../kit/text/duration.js'
import { attempt, call, notify, read } from '../api.js'
import { assign } from '../hooks.js'
import { Button, Dialog, openDialog, Panel } from '../parts.js'
import type { ScenarioItem } from '../replies.js'
import { counts, session, timeline } from '../state.js'
import { RangeTools } from '../time/shown-time.js'
import { show } from '../view.js'
import { inPrint, OUTCOMES } from '../words.js'
import { edit, enteredLanes } from './edges.js'
import { Editor, MiniLanes, Sets } from './editor.js'
import { LanesPanel } from './lanes.js'
import { draftOf, isPlaying, library, loadLibrary, play, playAgain } from './scenarios.js'
import { soughtIn } from './seek.js'

export function Incident() {
  return (
    // Tools are rendered once known, so that the layout does not shift.
    <Panel id="incident" title="Incident" tools={timeline.value && <Tools />}>
      <LanesPanel />
      <ul class="legend row" aria-label="What colours and signs mean">
        {Object.entries(OUTCOMES).map(([met, { sign, means }]) => (
          <li key={met}>
            <span class={`sign ${met}`} aria-hidden="true">
              {sign}
            </span>
            {means}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Tools() {
  const { name, rules = [], sets = [] } = timeline.value ?? {}
  const isLoaded = isPlaying()
  const acting = rules.filter((rule) => rule.acting).length
  return (
    <>
      <p class="playing grow">
        {isLoaded && (
          <strong class="cut" title={name ?? undefined}>
            {name ?? 'Unnamed scenario'}
          </strong>
        )}{' '}
        <span class="faint">{isLoaded ? `${acting} of ${rules.length} active` : 'No active scenario'}</span>{' '}
        <Sets sets={sets} />
      </p>
      <RangeTools />
      {isLoaded && (
        <Button class="small" onClick={() => attempt(playAgain, 'Scenario restarted')}>
          Reload
        </Button>
      )}
      <Button class="small" onClick={edit}>
        {isLoaded ? 'Edit' : 'Write one'}
      </Button>
      <Button class={isLoaded ? 'small' : 'primary'} onClick={() => openDialog(<Library />)}>
        {isLoaded ? 'Choose another' : 'Try an incident'}
      </Button>
    </>
  )
}

/** Ends the scenario, or starts again the one that was ended. */
export function EndScenario() {
  const was = session.value?.stopped ?? undefined
  const held = counts.value?.held ?? 0
  if (isPlaying() || was === undefined)
    return (
      <Button
        class="switch"
        disabled={!isPlaying()}
        onClick={() => attempt(() => call('DELETE', '/scenario'), 'Scenario ended')}
      >
        End scenario{held > 0 && <small> {held} held</small>}
      </Button>
    )
  return (
    <Button
      class="switch again"
      title={`Plays ${was} again from its beginning`}
      onClick={() => attempt(playAgain, `${was} restarted`)}
    >
      Start again
    </Button>
  )
}

export function Library() {
  const sought = useSignal('')
  useEffect(() => {
    void attempt(loadLibrary)
  }, [])
  const found = library.value && soughtIn(library.value, sought.value)
  const load = async ({ load, grade }: { readonly load?: string; readonly grade?: string }) => {
    const name = load ?? grade ?? soughtIn(await loadLibrary(), sought.peek())[0]?.name
    if (name === undefined) throw new Error('Look for something else')
    const { loadedAt } = await play({ use: name })
    notify(`${name} begins`)
    if (grade === undefined) assign(enteredLanes, loadedAt)
    else show({ part: 'clients' })
  }
  return (
    <Dialog class="library" title="Try an incident" onSubmit={load}>
      <input
        type="search"
        aria-label="Look for a scenario"
        placeholder="Look for: hang, rate limit, crash ETH …"
        value={sought}
        onInput={({ currentTarget }) => assign(sought, currentTarget.value)}
      />
      <ul class="scenarios scroll">
        {found === undefined && <li class="empty">Loading the library …</li>}
        {found?.length === 0 && <li class="empty">No matching scenarios</li>}
        {found?.map((scenario) => (
          <LibraryItem key={scenario.name} scenario={scenario} />
        ))}
      </ul>
    </Dialog>
  )
}

/** A scenario of the library; unfolded, its effects with their times since its start. */
function LibraryItem({ scenario }: { readonly scenario: ScenarioItem }) {
  const { name, description, tags, durationMs, spans, sets } = scenario
  const edit = () =>
    attempt(async () => {
      draftOf((await read('/scenarios/:name', { name })).text)
      openDialog(<Editor />)
    })
  return (
    <li class="row">
      <details class="grow" name="scenarios">
        <summary class="entry">
          <strong>{name}</strong>
          <MiniLanes spans={spans} durationMs={durationMs} />
          <span class="facts faint row">
            {durationMs > 0 && <span>{durationInWords(durationMs)}</span>}
            {tags.map((tag) => (
              <span key={tag}>{tag}</span>
            ))}
            <Sets sets={sets} />
          </span>
          <span class="faint">{description}</span>
        </summary>
        <ul class="previewed">
          {spans.map(({ what, fromMs, untilMs }) => (
            <li key={`${fromMs} ${what}`}>
              <span class="code">
                {formatMoment(fromMs, 1000)} – {untilMs === null ? 'end' : formatMoment(untilMs, 1000)}
              </span>{' '}
              {inPrint(what)}
            </li>
          ))}
        </ul>
      </details>
      <fieldset class="group" aria-label={name}>
        {/* Enter in the search presses the first of these, or, before the library has come, none. */}
        <Button type="submit" class="small primary" name="load" value={name}>
          Load
        </Button>
        <Button
          type="submit"
          class="small"
          name="grade"
          value={name}
          title="Plays it to the clients that are connected, and grades them as it runs"
        >
          Load and grade
        </Button>
        <Button class="small" onClick={edit}>
          Edit
        </Button>
      </fieldset>
    </li>
  )
}
