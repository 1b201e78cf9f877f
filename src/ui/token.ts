/** The control token: asked for once where the server wants one, and kept for this tab only. */
import { signal } from '@preact/signals'
import { PLACE } from './here.js'

/** Several servers may share an origin, behind a reverse proxy that gives each a path. */
const KEY = `gmx-sim-control-token ${PLACE.server}`

/** What the person is asked now: nothing, the token, or the token once more as it was wrong. */
export const asked = signal<'no' | 'first' | 'wrong'>('no')

let waiting: { readonly given: Promise<void>; readonly give: () => void } | undefined

export const token = (): string | null => sessionStorage.getItem(KEY)

/** Asks the person; however many calls want it, the question is one. Resolves when there is a token. */
export function askToken(usedToken: string | null): Promise<void> {
  // Another call may have got one meanwhile.
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

/** What no header can carry is no token: a typographic quote, say, that came along when it was copied. */
const TOKEN = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/

/** The person's answer. */
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
