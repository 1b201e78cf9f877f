import { callServer } from '../api.js'
import { attempt } from '../notices.js'
import { PAGE_PATHS } from '../page-path.js'
import { type Closable, Dialog } from '../parts/dialog.js'
import { DialogButtons } from '../parts/dialog-buttons.js'
import { pageOf } from '../paths.js'
import type { ControlReplies } from '../replies.js'
import { session } from '../state.js'

export function NewSession({ close }: Closable) {
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget as HTMLFormElement)
    const text = (name: string) => `${given.get(name) ?? ''}`.trim()
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
    <Dialog title="New session" close={close}>
      <p>An isolated world with its own addresses. What is left empty is as the server was started.</p>
      <form class="stack" onSubmit={submit}>
        <label>
          Name
          <input name="id" autocomplete="off" placeholder="made up" />
        </label>
        <label>
          Seed
          <input name="seed" autocomplete="off" placeholder={session.peek()?.seed} />
        </label>
        <label>
          Clock starts at
          <input name="at" autocomplete="off" placeholder="2026-03-01T12:00:00Z, or now" />
        </label>
        <label>
          Dialect
          <select name="dialect">
            <option value="">as the server</option>
            <option>documented</option>
            <option>observed</option>
          </select>
        </label>
        <DialogButtons close={close} submit="Make it" />
      </form>
    </Dialog>
  )
}
