import type { InputHTMLAttributes } from 'preact'
import { Dialog, type DialogProps } from './dialog.js'
import { DialogButtons } from './dialog-buttons.js'

interface FormDialogProps extends DialogProps {
  /** Label of the submit button. */
  readonly submit: string
  /** `text` returns a field by its name, trimmed; empty if there is none. */
  readonly onSubmit: (text: (name: string) => string) => void
}

export function FormDialog({ submit, onSubmit, children, ...dialog }: FormDialogProps) {
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget as HTMLFormElement)
    onSubmit((name) => `${given.get(name) ?? ''}`.trim())
  }
  return (
    <Dialog {...dialog}>
      <form class="stack" onSubmit={send}>
        {children}
        <DialogButtons close={dialog.close} submit={submit} />
      </form>
    </Dialog>
  )
}

export function Field({ label, ...input }: { readonly label: string } & InputHTMLAttributes) {
  return (
    <label>
      {label}
      <input autocomplete="off" {...input} />
    </label>
  )
}
