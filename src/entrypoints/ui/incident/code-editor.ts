/** The text editor of scenarios. */
import { autocompletion, type CompletionContext, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { yaml } from '@codemirror/lang-yaml'
import { HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, linter, lintGutter, lintKeymap, nextDiagnostic } from '@codemirror/lint'
import { search, searchKeymap } from '@codemirror/search'
import { EditorState, type Text } from '@codemirror/state'
import { EditorView, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import type { ScenarioProblem } from '../replies.js'
import { completionsAt, descriptionAt, type SchemaNode } from './completion.js'

export type CodeEditor = ReturnType<typeof createCodeEditor>

interface CodeEditorOptions {
  readonly parent: HTMLElement
  readonly text: string
  /** Undefined if it is not known. */
  readonly schema: Promise<SchemaNode | undefined>
  /** Called when typing pauses. */
  readonly check: (text: string) => Promise<readonly ScenarioProblem[]>
  readonly onChange: (text: string) => void
  /** Ctrl+Enter. */
  readonly onSubmit: () => void
  /** Ctrl+S. */
  readonly onSave: () => void
}

const PAUSE_MS = 250

export function createCodeEditor(options: CodeEditorOptions) {
  const { parent, text, schema, check, onChange, onSubmit, onSave } = options
  // In a shadow root its styles are adopted style sheets, which the page's policy allows.
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' })
  const run = (act: () => void) => () => {
    act()
    return true
  }
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        highlightActiveLine(),
        yaml(),
        indentOnInput(),
        syntaxHighlighting(COLOURS),
        THEME,
        autocompletion({ override: [async (context) => complete(context, await schema)], icons: false }),
        hoverTooltip(async ({ state: { doc } }, pos) => {
          const known = await schema
          const about = known && descriptionAt(known, doc.toString(), pos)
          if (!about) return null
          const dom = Object.assign(document.createElement('p'), { className: 'about', textContent: about })
          return { pos, create: () => ({ dom }) }
        }),
        search({ top: true }),
        lintGutter(),
        linter(async ({ state: { doc } }) => toDiagnostics(doc, await check(doc.toString())), {
          delay: PAUSE_MS,
          autoPanel: true,
        }),
        keymap.of([
          { key: 'Mod-Enter', run: run(onSubmit) },
          { key: 'Mod-s', run: run(onSave) },
          ...completionKeymap,
          ...defaultKeymap,
          ...historyKeymap,
          ...lintKeymap,
          ...searchKeymap,
        ]),
        EditorView.domEventHandlers({ beforeinput: replaceSelection }),
        EditorView.contentAttributes.of({ 'aria-label': 'Scenario, YAML or JSON' }),
        EditorView.updateListener.of(({ docChanged, state }) => docChanged && onChange(state.doc.toString())),
      ],
    }),
  })
  view.focus()
  return {
    /** Can be undone. */
    replace: (insert: string) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert } }),
    goToProblem() {
      nextDiagnostic(view)
      view.focus()
    },
    close: () => view.destroy(),
  }
}

/** Browsers keep the looks of the text that they replace as inline styles, which the page's policy forbids. */
function replaceSelection({ data }: InputEvent, view: EditorView): boolean {
  if (!data || view.composing || view.state.selection.main.empty) return false
  view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true })
  return true
}

function complete(context: CompletionContext, schema: SchemaNode | undefined) {
  const { from } = context.matchBefore(/[\w-]*/) ?? { from: context.pos }
  if (schema === undefined || (from === context.pos && !context.explicit)) return null
  const options = completionsAt(schema, context.state.sliceDoc(0, from))
  return { from, options, validFor: /^[\w-]*$/ }
}

function toDiagnostics(doc: Text, problems: readonly ScenarioProblem[]): Diagnostic[] {
  return problems.map(({ line, column, message }) => {
    const { from, to } = doc.line(Math.min(line, doc.lines))
    return {
      from: Math.min(from + column - 1, to),
      to,
      severity: 'error',
      message: `Line ${line}, column ${column}: ${message}`,
    }
  })
}

const COLOURS = HighlightStyle.define([
  { tag: tags.definition(tags.propertyName), color: 'var(--link)' },
  { tag: tags.comment, color: 'var(--faint)', fontStyle: 'italic' },
  { tag: [tags.separator, tags.punctuation, tags.squareBracket, tags.brace], color: 'var(--faint)' },
])

const RAISED = { backgroundColor: 'var(--raised)', color: 'var(--text)', border: '1px solid var(--edge)' }

const THEME = EditorView.theme({
  '&': { height: '100%', fontSize: '13px' },
  '&.cm-focused': { outline: '2px solid var(--link)', outlineOffset: '-2px' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-activeLine': { backgroundColor: 'var(--raised)' },
  '.cm-gutters': { ...RAISED, border: '0', color: 'var(--faint)' },
  '.cm-tooltip': RAISED,
  '.cm-tooltip .about, .cm-completionInfo': { maxWidth: '28rem', margin: '0', padding: '4px 8px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { background: 'var(--link)', color: 'var(--on-link)' },
  '.cm-diagnostic': { color: 'var(--error)' },
  '.cm-panels, .cm-panel :is(button, input)': { ...RAISED, backgroundImage: 'none' },
  '.cm-panel.cm-panel-lint ul': { maxHeight: '25vh' },
  '.cm-panel.cm-panel-lint ul [aria-selected]': { backgroundColor: 'var(--sunk)', color: 'var(--error)' },
})
