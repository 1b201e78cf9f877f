import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { assign } from '../assign.js'
import { attempt } from '../notices.js'
import { Dialog } from '../parts/dialog.js'
import { DialogButtons } from '../parts/dialog-buttons.js'
import { session, timeline } from '../state.js'
import { play, save } from './current-scenario.js'
import { beginDraft, draft, isDraft, write } from './draft.js'
import { LineNumbers, LineShades } from './line-marks.js'
import { indentAt, placeInText } from './lines.js'
import { MiniLanes, Sets } from './mini-lanes.js'
import { Problems } from './problems.js'
import { Suggestions, useCompletions } from './suggestions.js'
import { useProblems } from './use-problems.js'

export function Editor({ onClose }: { readonly onClose: () => void }) {
  const area = useRef<HTMLTextAreaElement>(null)
  const scrolled = useSignal(0)
  const caret = useSignal(0)
  useEffect(() => {
    void attempt(beginDraft)
  }, [])
  const text = draft.value?.text
  const checked = useProblems(text)
  const { problems, outline } = checked
  const completions = useCompletions(text ?? '', caret.value)
  const file = session.value?.watched?.split(/[/\\]/).at(-1)
  const goTo = (line: number, column: number) => {
    const at = placeInText(text ?? '', line, column)
    area.current?.focus()
    area.current?.setSelectionRange(at, at)
  }
  const take = (insert: string) => {
    area.current?.focus()
    area.current?.setRangeText(insert, completions.from, caret.value, 'end')
    area.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const send = async (how: (text: string) => Promise<unknown>, done: string) => {
    if (text === undefined) return
    if (problems.length > 0) goTo(problems[0].line, problems[0].column)
    else if (await attempt(() => how(text), done)) onClose()
  }
  const load = () => send(play, 'Scenario loaded')
  return (
    <Dialog class="editor" title={timeline.value?.name ?? 'New scenario'} close={onClose}>
      {text === undefined ? (
        <p class="empty">Loading …</p>
      ) : (
        <>
          <div class="text-area">
            <LineNumbers text={text} problems={problems} scrolled={scrolled.value} />
            <div class="lines-text">
              <LineShades problems={problems} scrolled={scrolled.value} />
              <textarea
                ref={area}
                class="code"
                aria-label="Scenario, YAML or JSON"
                aria-invalid={problems.length > 0}
                aria-describedby="problems"
                wrap="off"
                spellcheck={false}
                autocomplete="off"
                autocapitalize="off"
                value={text}
                onInput={({ currentTarget }) => {
                  write(currentTarget.value)
                  assign(caret, currentTarget.selectionEnd)
                }}
                onSelect={({ currentTarget }) => assign(caret, currentTarget.selectionEnd)}
                onScroll={({ currentTarget }) => assign(scrolled, currentTarget.scrollTop)}
                onKeyDown={(event) => {
                  const [first] = completions.items
                  const isCommand = event.ctrlKey || event.metaKey
                  if (event.key === 'Enter' && isCommand) void load()
                  else if (event.key === ' ' && isCommand && first !== undefined) take(first.insert)
                  else if (event.key === 'Enter' && !event.isComposing)
                    // Unlike `setRangeText`, it can be undone by Ctrl+Z.
                    document.execCommand(
                      'insertText',
                      false,
                      `\n${indentAt(text, event.currentTarget.selectionStart)}`,
                    )
                  else return
                  event.preventDefault()
                }}
              />
            </div>
          </div>
          <Suggestions completions={completions} onTake={take} />
          {outline && (
            <figure class="preview">
              <MiniLanes spans={outline.spans} durationMs={outline.durationMs} />
              <figcaption class="faint">
                {outline.spans.map(({ what }) => what).join('; ')} <Sets sets={outline.sets} />
              </figcaption>
            </figure>
          )}
          <Problems checked={checked} onGo={goTo} />
          <DialogButtons close={onClose}>
            <button type="button" disabled={!isDraft()} onClick={() => write(draft.value?.of ?? '')}>
              Undo all changes
            </button>
            {file !== undefined && (
              <button
                type="button"
                aria-disabled={checked.state !== 'good'}
                onClick={() => send(save, `${file} saved`)}
              >
                Save to {file}
              </button>
            )}
            <button
              type="button"
              class="primary"
              aria-disabled={checked.state !== 'good'}
              title="Ctrl Enter"
              onClick={load}
            >
              Load
            </button>
          </DialogButtons>
        </>
      )}
    </Dialog>
  )
}
