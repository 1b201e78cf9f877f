/** Parts that all panels share, and dialogs, of which one is open at a time. */
import { signal } from '@preact/signals'
import {
  type ButtonHTMLAttributes,
  type ComponentChildren,
  Fragment,
  type InputHTMLAttributes,
  type SelectHTMLAttributes,
  type VNode,
} from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import type { OutcomeClass } from '../../kit/outcome-class.js'
import { attempt, dismiss, notice } from './api.js'
import { assign } from './hooks.js'
import { OUTCOMES } from './words.js'

/** A button that submits no form, unless its type is given. */
export const Button = (attributes: ButtonHTMLAttributes) => <button type="button" {...attributes} />

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly values: readonly Value[]
  readonly chosen: Value
  readonly words?: Readonly<Record<Value, string>>
  readonly onChoose: (value: Value) => void
}

export function Choice<Value extends string>({ label, values, chosen, words, onChoose }: ChoiceProps<Value>) {
  return (
    <fieldset class="group" aria-label={label}>
      {values.map((value) => (
        <Button key={value} class="small" aria-pressed={value === chosen} onClick={() => onChoose(value)}>
          {words?.[value] ?? value}
        </Button>
      ))}
    </fieldset>
  )
}

interface CopyButtonProps {
  readonly text: string
  /** For screen readers: `Copy the address of …`. */
  readonly about: string
  readonly label?: string
}

export const CopyButton = ({ text, about, label = 'Copy' }: CopyButtonProps) => (
  <Button class="small copy" aria-label={about} title={about} onClick={() => copy(text)}>
    {label}
  </Button>
)

export const copy = (text: string) => attempt(() => copyText(text), 'Copied')

/** Falls back to `execCommand`: browsers offer the clipboard on localhost and over HTTPS only, and may refuse it there. */
export async function copyText(text: string): Promise<void> {
  const writing = navigator.clipboard?.writeText(text).then(() => true)
  if (await writing?.catch(() => false)) return
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'off-screen'
  // Nothing outside an open dialog can be selected.
  const place = document.querySelector('dialog[open]') ?? document.body
  const before = document.activeElement
  place.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (before instanceof HTMLElement) before.focus()
  if (!isCopied) throw new Error(`the browser does not let this page copy; it is: ${text}`)
}

interface FactRowsProps {
  readonly class?: string
  readonly rows: readonly (readonly [name: ComponentChildren, value: string])[]
}

/** Names with their values. */
export const FactRows = ({ class: name, rows }: FactRowsProps) => (
  <dl class={name}>
    {rows.map(([term, value], index) => (
      <div key={index}>
        <dt>{term}</dt>
        <dd title={value}>{value}</dd>
      </div>
    ))}
  </dl>
)

interface HeadsProps {
  readonly of: readonly (readonly [name: string, about?: string, look?: string])[]
}

/** The column heads of a table. */
export const Heads = ({ of }: HeadsProps) => (
  <thead>
    <tr>
      {of.map(([name, about, look]) => (
        <th key={name} scope="col" title={about} class={look}>
          {name}
        </th>
      ))}
    </tr>
  </thead>
)

interface PanelProps {
  readonly id: string
  readonly title: string
  readonly tools?: ComponentChildren
  readonly children: ComponentChildren
}

export function Panel({ id, title, tools, children }: PanelProps) {
  return (
    <section id={id} class="panel column" aria-labelledby={`${id}-title`}>
      <div class="panel-head row">
        <h2 id={`${id}-title`}>{title}</h2>
        {tools}
      </div>
      {children}
    </section>
  )
}

interface OutcomeProps {
  /** Null if it is not known. */
  readonly met: OutcomeClass | null
  readonly words: string
}

export function Outcome({ met, words }: OutcomeProps) {
  return (
    <span class={`outcome ${met ?? 'faint'}`}>
      <span class="sign" aria-hidden="true">
        {met === null ? '·' : OUTCOMES[met].sign}
      </span>
      {words}
    </span>
  )
}

const opened = signal<VNode | undefined>(undefined)

/** Replaces an open one: each opening has a key, so that none takes over the element of the one before. */
export const openDialog = (dialog: VNode): void =>
  assign(opened, <Fragment key={Symbol()}>{dialog}</Fragment>)
export const closeDialog = (): void => assign(opened, undefined)
export const OpenedDialog = () => opened.value ?? null

interface DialogProps {
  readonly title: string
  readonly class?: string
  readonly children: ComponentChildren
  readonly buttons?: ComponentChildren
  /** Label of the submit button; the other is then Cancel. */
  readonly submit?: string
  /** Receives the fields and the pressed button by name, trimmed. The dialog closes when it resolves, and shows why when it rejects. */
  readonly onSubmit?: (values: Readonly<Record<string, string>>) => unknown
}

export function Dialog({ title, class: name, children, buttons, submit, onSubmit }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const self = useRef(opened.peek())
  const titleId = useId()
  // After Escape the browser says so in a later task, when another dialog may have been opened.
  const closed = () => self.current === opened.peek() && closeDialog()
  // Before the next key arrives, which is for the dialog.
  useLayoutEffect(() => {
    const shown = dialog.current
    dismiss()
    shown?.showModal()
    // Closed, it returns the focus to where it was; removed while it is open, it does not.
    return () => shown?.close()
  }, [])
  const send = async (event: SubmitEvent) => {
    event.preventDefault()
    const given = [...new FormData(event.currentTarget as HTMLFormElement, event.submitter)]
    const values = Object.fromEntries(given.map(([key, value]) => [key, `${value}`.trim()]))
    if (onSubmit !== undefined && (await attempt(async () => onSubmit(values)))) closeDialog()
  }
  return (
    <dialog ref={dialog} class={name} aria-labelledby={titleId} onClose={closed}>
      <form class="stack column" onSubmit={send}>
        {/* Without a form it takes the focus, so that Enter presses none of the buttons. */}
        <h2 id={titleId} {...(onSubmit === undefined && { tabIndex: -1, autofocus: true })}>
          {title}
        </h2>
        {children}
        {/* The status line is behind the dialog. */}
        {notice.value?.kind === 'failed' && <p role="alert">{notice.value.words}</p>}
        <div class="buttons row">
          <Button onClick={closeDialog}>{submit === undefined ? 'Close' : 'Cancel'}</Button>
          {buttons}
          {submit !== undefined && (
            <button type="submit" class="primary">
              {submit}
            </button>
          )}
        </div>
      </form>
    </dialog>
  )
}

export const Field = ({ label, ...input }: { readonly label: string } & InputHTMLAttributes) => (
  <label>
    {label}
    <input autocomplete="off" {...input} />
  </label>
)

type SelectProps = SelectHTMLAttributes & {
  readonly label?: string
  readonly options: readonly (string | readonly [value: string, name: string])[]
  readonly onChoose?: (value: string) => void
}

export function Select({ label, options, onChoose, ...attributes }: SelectProps) {
  const select = (
    <select {...attributes} onChange={({ currentTarget }) => onChoose?.(currentTarget.value)}>
      {options.map((option) => {
        const [value, name] = typeof option === 'string' ? [option, option] : option
        return (
          <option key={value} value={value}>
            {name}
          </option>
        )
      })}
    </select>
  )
  return label === undefined ? (
    select
  ) : (
    // biome-ignore lint/a11y/noLabelWithoutControl: the select is in it.
    <label>
      {label}
      {select}
    </label>
  )
}
