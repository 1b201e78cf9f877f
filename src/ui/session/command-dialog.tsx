import { useSignal } from '@preact/signals'
import { Fragment } from 'preact'
import { useEffect } from 'preact/hooks'
import { call } from '../api.js'
import { assign } from '../assign.js'
import { attempt } from '../notices.js'
import { CopyButton } from '../parts/copy-button.js'
import { type Closable, Dialog } from '../parts/dialog.js'
import { DialogButtons } from '../parts/dialog-buttons.js'
import type { SessionView } from '../replies.js'

export function CommandDialog({ close }: Closable) {
  // Fetched, as the stream omits the text of large files.
  const now = useSignal<SessionView | undefined>(undefined)
  useEffect(() => {
    void attempt(async () => assign(now, await call<SessionView>('GET', '/session')))
  }, [now])
  const { command = '…', files = [], notes = [] } = now.value ?? {}
  return (
    <Dialog title="Reproduce" close={close}>
      <pre class="command">
        {argumentsOf(command).map((argument) => (
          <Fragment key={argument}>
            <span>{argument}</span>{' '}
          </Fragment>
        ))}
      </pre>
      {files.map(({ name, text = '' }) => (
        <div key={name} class="file">
          <p>
            With this file in the same folder, saved as <code>{name}</code>:{' '}
            <CopyButton text={text} about={`Copy the text of ${name}`} />
          </p>
          <textarea class="code" readOnly rows={8} aria-label={name} value={text} />
        </div>
      ))}
      {notes.length > 0 && (
        <ul class="notes">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <DialogButtons close={close}>
        <CopyButton text={command} about="Copy the command" label="Copy the command" class="primary" />
      </DialogButtons>
    </Dialog>
  )
}

/** Splits before options, so that no line breaks between an option and its value. */
const argumentsOf = (command: string) => command.split(/ (?=--)/)
