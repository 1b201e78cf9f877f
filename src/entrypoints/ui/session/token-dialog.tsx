import { useEffect, useRef } from 'preact/hooks'
import { asked, giveToken } from '../token.js'

export function TokenDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const state = asked.value
  useEffect(() => {
    if (state === 'no') dialog.current?.close()
    else dialog.current?.showModal()
  }, [state])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget as HTMLFormElement).get('token')
    if (typeof given === 'string' && given !== '') giveToken(given)
  }
  return (
    <dialog ref={dialog} aria-labelledby="token-title" onCancel={(event) => event.preventDefault()}>
      {state !== 'no' && (
        <form onSubmit={submit}>
          <h2 id="token-title">This simulator wants its control token</h2>
          <p>It was started with --control-token. It is kept for this tab only.</p>
          <label>
            Token <input name="token" type="password" autocomplete="off" required />
          </label>
          {state === 'wrong' && <p role="alert">That token is wrong.</p>}
          <button type="submit" class="primary">
            Open
          </button>
        </form>
      )}
    </dialog>
  )
}
