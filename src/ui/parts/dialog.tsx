/** Something that stands before the page for a while. The browser keeps the focus in it, and Escape puts it away. */
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { told } from '../acting.js'

interface DialogProps {
  /** Unique in the page. */
  readonly id: string
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
}

export function Dialog({ id, title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    dialog.current?.showModal()
  }, [])
  return (
    <dialog ref={dialog} id={id} aria-labelledby={`${id}-title`} onClose={onClose}>
      <div class="dialog-head">
        <h2 id={`${id}-title`}>{title}</h2>
        <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
      {children}
      {/* The foot of the page lies behind it. */}
      {told.value?.kind === 'failed' && <p role="alert">{told.value.words}</p>}
    </dialog>
  )
}
