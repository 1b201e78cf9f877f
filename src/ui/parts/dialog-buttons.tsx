/** The foot of a dialog: first what leaves it, last what it is there for. */
import type { ComponentChildren } from 'preact'

interface DialogButtonsProps {
  readonly close: () => void
  /** What sends the form around it. To leave is then to cancel. */
  readonly submit?: string
  /** Other buttons. */
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
