import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { pluralize } from '../../../kit/text/words.js'
import { attempt, call } from '../api.js'
import { Button, closeDialog, Dialog } from '../parts.js'
import type { ControlReplies, Outline, ScenarioProblem } from '../replies.js'
import { session } from '../state.js'
import { inPrint } from '../words.js'
import type { CodeEditor } from './code-editor.js'
import type { SchemaNode } from './completion.js'
import { asFile, draft, isDraft, ownNamed, play, playAndDownload, save, write } from './scenarios.js'

interface Checked extends Partial<ControlReplies['POST /scenario/check']> {
  readonly text?: string
}

/** Edits the draft. */
export function Editor() {
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<CodeEditor>(null)
  const checked = useSignal<Checked>({})
  const check = async (text: string): Promise<readonly ScenarioProblem[]> => {
    let problems: readonly ScenarioProblem[] = []
    await attempt(async () => {
      const path = `/scenario/check${asFile()}`
      const result = await call<ControlReplies['POST /scenario/check']>('POST', path, text)
      problems = result.problems
      // The outline of the last valid text stays.
      const outline = result.outline ?? checked.peek().outline ?? null
      if (text === draft.peek().text) checked.value = { ...result, outline, text }
    })
    return problems
  }
  useEffect(() => {
    let isOpen = true
    void attempt(async () => {
      const { createCodeEditor } = await import('./yaml-tools.js')
      if (!isOpen || place.current === null) return
      editor.current = createCodeEditor({
        parent: place.current,
        text: draft.peek().text,
        // The editor works without it.
        schema: call<SchemaNode>('GET', '/scenario/schema').catch(() => undefined),
        check,
        onChange: write,
        onSubmit: () => void load(),
        onSave: () => void saveAndLoad(),
      })
    })
    return () => {
      isOpen = false
      editor.current?.close()
    }
  }, [])
  const file = session.value?.watched?.split(/[/\\]/).at(-1)
  /** Sends a text without errors, and closes; a changed incident of the library gets a name of its own first. */
  const send = async (how: (text: string) => unknown, done: string) => {
    if (editor.current === null) return
    if (checked.peek().problems?.length) return editor.current.goToProblem()
    const isSent = await attempt(async () => {
      const text = await ownNamed()
      if (text !== draft.peek().text) editor.current?.replace(text)
      await how(text)
    }, done)
    if (isSent) closeDialog()
  }
  const saveAndLoad = () => send(playAndDownload, 'Scenario saved and loaded')
  const load = () => send(play, 'Scenario loaded')
  const { outline, problems, text } = checked.value
  const isPending = text !== draft.value.text
  const isGood = !isPending && problems?.length === 0
  const buttons = (
    <>
      <Button disabled={!isDraft()} onClick={() => editor.current?.replace(draft.value.of)}>
        Undo all changes
      </Button>
      <Button aria-disabled={!isGood} title="Downloads it as a file (Ctrl S)" onClick={saveAndLoad}>
        Save and load
      </Button>
      {file !== undefined && (
        <Button aria-disabled={!isGood} onClick={() => send(save, `${file} saved`)}>
          Save to {file}
        </Button>
      )}
      <Button class="primary" aria-disabled={!isGood} title="Ctrl Enter" onClick={load}>
        Load
      </Button>
    </>
  )
  return (
    <Dialog class="editor" title="Scenario" buttons={buttons}>
      <div class="text-area grow" ref={place} />
      {outline && (
        <figure class="preview row">
          <MiniLanes spans={outline.spans} durationMs={outline.durationMs} />
          <figcaption class="faint">
            {outline.spans.map(({ what }) => inPrint(what)).join('; ')} <Sets sets={outline.sets} />
          </figcaption>
        </figure>
      )}
      <div id="problems" role="status">
        {isGood && <p class="good">✓ No errors</p>}
        {isPending && <p class="faint">Checking …</p>}
        {!isPending && !isGood && problems && <p class="error">{pluralize(problems.length, 'error')}</p>}
      </div>
    </Dialog>
  )
}

const ROW = 5
const WIDTH = 100

/** The spans of a scenario as bars, one row each; decoration, as the text next to it says the same. */
export function MiniLanes({ spans, durationMs }: Pick<Outline, 'spans' | 'durationMs'>) {
  const wholeMs = Math.max(durationMs * 1.1, 1)
  const x = (ms: number) => (WIDTH * Math.min(ms, wholeMs)) / wholeMs
  const rows = Math.max(spans.length, 1)
  return (
    <svg
      class="mini"
      viewBox={`0 0 ${WIDTH} ${rows * ROW}`}
      height={Math.min(rows * ROW * 2, 40)}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {spans.map(({ what, kind, fromMs, untilMs }, row) => (
        <rect
          key={what}
          class={kind}
          x={x(fromMs)}
          y={row * ROW + 0.5}
          width={Math.max(x(untilMs ?? wholeMs) - x(fromMs), 1)}
          height={ROW - 1}
        />
      ))}
    </svg>
  )
}

export const Sets = ({ sets }: Pick<Outline, 'sets'>) =>
  sets.length === 0 ? null : <span class="sets wrong strong">Changes the {sets.join('; the ')}</span>
