/** The control token: asked for once, and kept for this tab only. */
import { signal } from '@preact/signals'
import { PAGE_PATHS } from './page-paths.js'

/** Servers behind a reverse proxy may share an origin. */
const KEY = `gmx-sim-control-token ${PAGE_PATHS.server}`

export const asked = signal<'no' | 'first' | 'wrong'>('no')

let waiting: Promise<void> | undefined
let give = () => {}

export const token = (): string | null => sessionStorage.getItem(KEY)

/** Asks the user, once for all pending calls. Resolves when there is a token. */
export function askToken(usedToken: string | null): Promise<void> {
  // Another call may have obtained one meanwhile.
  if (token() !== usedToken) return Promise.resolve()
  sessionStorage.removeItem(KEY)
  asked.value = usedToken === null ? 'first' : 'wrong'
  waiting ??= new Promise((resolve) => {
    give = resolve
  })
  return waiting
}

/** Characters that a header can carry: copied text may contain typographic quotes, for example. */
const TOKEN = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/

function submit(event: SubmitEvent): void {
  event.preventDefault()
  const text = String(new FormData(event.currentTarget as HTMLFormElement).get('token'))
  asked.value = TOKEN.test(text) ? 'no' : 'wrong'
  if (asked.value === 'wrong') return
  sessionStorage.setItem(KEY, text)
  give()
  waiting = undefined
}

const showModal = (dialog: HTMLDialogElement | null) => dialog?.showModal()

export function TokenDialog() {
  if (asked.value === 'no') return null
  return (
    <dialog ref={showModal} aria-labelledby="token-title" onCancel={(event) => event.preventDefault()}>
      <form onSubmit={submit}>
        <h2 id="token-title">This simulator wants its control token</h2>
        <p>It was started with --control-token. It is kept for this tab only.</p>
        <label>
          Token <input name="token" type="password" autocomplete="off" required />
        </label>
        {asked.value === 'wrong' && <p role="alert">That token is wrong.</p>}
        <button type="submit" class="primary">
          Open
        </button>
      </form>
    </dialog>
  )
}
