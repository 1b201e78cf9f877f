import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { dismiss, notice } from '../notices.js'

export interface Closable {
  readonly close: () => void
}

export interface DialogProps extends Closable {
  readonly title: string
  readonly class?: string
  readonly children: ComponentChildren
}

export function Dialog({ title, class: name, close, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const before = document.activeElement
    dismiss()
    dialog.current?.showModal()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog ref={dialog} class={name} aria-labelledby={titleId} onClose={close}>
      <div class="stack">
        <h2 id={titleId}>{title}</h2>
        {children}
        {/* The status line is behind the dialog. */}
        {notice.value?.kind === 'failed' && <p role="alert">{notice.value.words}</p>}
      </div>
    </dialog>
  )
}
