import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { assign } from '../assign.js'
import { attempt } from '../notices.js'
import { Dialog } from '../parts/dialog.js'
import { DialogButtons } from '../parts/dialog-buttons.js'
import { timeline } from '../state.js'
import { play } from './current-scenario.js'
import { beginDraft, draft, isDraft, write } from './draft.js'
import { LineNumbers, LineShades } from './line-marks.js'
import { placeInText } from './lines.js'
import { Problems } from './problems.js'
import { useProblems } from './use-problems.js'

export function Editor({ onClose }: { readonly onClose: () => void }) {
  const area = useRef<HTMLTextAreaElement>(null)
  const scrolled = useSignal(0)
  useEffect(() => {
    void attempt(beginDraft)
  }, [])
  const text = draft.value?.text
  const checked = useProblems(text)
  const { problems } = checked
  const goTo = (line: number, column: number) => {
    const at = placeInText(text ?? '', line, column)
    area.current?.focus()
    area.current?.setSelectionRange(at, at)
  }
  const load = async () => {
    if (text === undefined) return
    if (problems.length > 0) goTo(problems[0].line, problems[0].column)
    else if (await attempt(() => play(text), 'It begins')) onClose()
  }
  return (
    <Dialog class="editor" title={timeline.value?.name ?? 'A scenario'} close={onClose}>
      {text === undefined ? (
        <p class="empty">Asking for what is loaded …</p>
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
                onInput={({ currentTarget }) => write(currentTarget.value)}
                onScroll={({ currentTarget }) => assign(scrolled, currentTarget.scrollTop)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
                  event.preventDefault()
                  void load()
                }}
              />
            </div>
          </div>
          <Problems checked={checked} onGo={goTo} />
          <DialogButtons close={onClose}>
            <button type="button" disabled={!isDraft()} onClick={() => write(draft.value?.of ?? '')}>
              Undo all changes
            </button>
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
