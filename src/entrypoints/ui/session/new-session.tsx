import { callServer } from '../api.js'
import { attempt } from '../notices.js'
import { PAGE_PATHS } from '../page-path.js'
import type { Closable } from '../parts/dialog.js'
import { Field, FormDialog } from '../parts/form-dialog.js'
import { pageOf } from '../paths.js'
import type { ControlReplies } from '../replies.js'
import { session } from '../state.js'

export function NewSession({ close }: Closable) {
  const submit = async (text: (name: string) => string) => {
    const body = {
      ...(text('id') !== '' && { id: text('id') }),
      ...(text('seed') !== '' && { seed: text('seed') }),
      ...(text('dialect') !== '' && { dialect: text('dialect') }),
      ...(text('at') !== '' && { clock: { at: text('at') } }),
    }
    await attempt(async () => {
      const { id } = await callServer<ControlReplies['POST /sessions']>('POST', '/sessions', body)
      location.href = pageOf(PAGE_PATHS, id)
    })
  }
  return (
    <FormDialog title="New session" close={close} submit="Make it" onSubmit={submit}>
      <p>An isolated world with its own addresses. What is left empty is as the server was started.</p>
      <Field label="Name" name="id" placeholder="made up" />
      <Field label="Seed" name="seed" placeholder={session.peek()?.seed} />
      <Field label="Clock starts at" name="at" placeholder="2026-03-01T12:00:00Z, or now" />
      <label>
        Dialect
        <select name="dialect">
          <option value="">as the server</option>
          <option>documented</option>
          <option>observed</option>
        </select>
      </label>
    </FormDialog>
  )
}
