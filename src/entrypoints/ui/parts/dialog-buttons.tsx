import type { ComponentChildren } from 'preact'

interface DialogButtonsProps {
  readonly close: () => void
  /** Label of the submit button; the other is then Cancel. */
  readonly submit?: string
  readonly children?: ComponentChildren
}

export function DialogButtons({ close, submit, children }: DialogButtonsProps) {
  return (
    <div class="buttons">
      <button type="button" onClick={close}>
        {submit === undefined ? 'Close' : 'Cancel'}
      </button>
      {children}
      {submit !== undefined && (
        <button type="submit" class="primary">
          {submit}
        </button>
      )}
    </div>
  )
}
