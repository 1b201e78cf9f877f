import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { call } from '../api.js'
import { assign } from '../assign.js'
import { attempt } from '../notices.js'
import { Choice } from '../parts/choice.js'
import { CopyButton, copyText } from '../parts/copy-button.js'
import { type Closable, Dialog } from '../parts/dialog.js'
import { DialogButtons } from '../parts/dialog-buttons.js'
import type { SessionReply } from '../replies.js'

const FORMS = ['script', 'test'] as const
const FORM_WORDS = { script: 'Command', test: 'Vitest test' } as const
const COPIED_WORDS = {
  script: 'The command was copied. Paste it into a shell, in a project that has gmx-sim installed.',
  test: 'The test was copied. Paste it into a file of a project that has gmx-sim and vitest installed.',
} as const

export function CommandDialog({ close }: Closable) {
  // Fetched, as the stream omits these texts.
  const now = useSignal<SessionReply | undefined>(undefined)
  const form = useSignal<(typeof FORMS)[number]>('script')
  const copied = useSignal<(typeof FORMS)[number] | undefined>(undefined)
  const place = useRef<HTMLParagraphElement>(null)
  // The press that opened the dialog or chose a form asked for it; a browser that refuses leaves the button.
  const copy = (form: (typeof FORMS)[number]) => {
    const copying = place.current && copyText(now.value?.[form] ?? '', place.current)
    void copying?.then(() => assign(copied, form)).catch(() => {})
  }
  useEffect(() => {
    void attempt(async () => {
      assign(now, await call<SessionReply>('GET', '/session'))
      copy('script')
    })
  }, [now])
  const text = now.value?.[form.value] ?? '…'
  const label = FORM_WORDS[form.value]
  return (
    <Dialog class="reproduce" title="Reproduce" close={close}>
      <p ref={place} role="status">
        {copied.value === form.value ? COPIED_WORDS[form.value] : ' '}
      </p>
      <Choice
        label="Form"
        values={FORMS}
        chosen={form.value}
        words={FORM_WORDS}
        onChoose={(chosen) => {
          assign(form, chosen)
          copy(chosen)
        }}
      />
      <textarea
        class="code command"
        readOnly
        rows={Math.min(16, text.split('\n').length + 2)}
        aria-label={label}
        value={text}
      />
      {now.value !== undefined && now.value.notes.length > 0 && (
        <ul class="notes">
          {now.value.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <DialogButtons close={close}>
        <CopyButton text={text} about={`Copy the ${label.toLowerCase()}`} label="Copy" class="primary" />
      </DialogButtons>
    </Dialog>
  )
}
