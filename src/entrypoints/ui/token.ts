/** The control token: asked for once, and kept for this tab only. */
import { signal } from '@preact/signals'
import { PAGE_PATHS } from './page-path.js'

/** Servers behind a reverse proxy may share an origin. */
const KEY = `gmx-sim-control-token ${PAGE_PATHS.server}`

export const asked = signal<'no' | 'first' | 'wrong'>('no')

let waiting: { readonly given: Promise<void>; readonly give: () => void } | undefined

export const token = (): string | null => sessionStorage.getItem(KEY)

/** Asks the user, once for all pending calls. Resolves when there is a token. */
export function askToken(usedToken: string | null): Promise<void> {
  // Another call may have obtained one meanwhile.
  if (token() !== usedToken) return Promise.resolve()
  sessionStorage.removeItem(KEY)
  asked.value = usedToken === null ? 'first' : 'wrong'
  if (waiting === undefined) {
    let give = () => {}
    const given = new Promise<void>((resolve) => {
      give = resolve
    })
    waiting = { given, give }
  }
  return waiting.given
}

/** Characters that a header can carry: copied text may contain typographic quotes, for example. */
const TOKEN = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/

export function giveToken(text: string): void {
  if (!TOKEN.test(text)) {
    asked.value = 'wrong'
    return
  }
  sessionStorage.setItem(KEY, text)
  asked.value = 'no'
  waiting?.give()
  waiting = undefined
}
