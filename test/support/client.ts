/**
 * A client as the interface advises: what times out, breaks or answers 429 or 5xx is asked again with backoff, then of the
 * next base address. It waits as long as Retry-After says, and believes no body that its user finds wrong.
 */
import { PATIENCE_MS } from './patience.js'

export interface ClientOptions {
  /** Base addresses by name, in order of preference. */
  readonly bases: Readonly<Record<string, string>>
  /** Waits between two tries, ms. */
  sleep(ms: number): unknown
  /** What ends its wait for a reply, body and all. */
  patience?(): AbortSignal
  readonly triesPerBase?: number
  /** Before the second try at a base, twice as long before each one after it. */
  readonly backoffMs?: number
  /** What is wrong with the body of a 200, in a word or two. */
  check?(body: never): string | undefined
}

export interface Got<Body> {
  readonly body: Body
  /** What came of each try, such as `primary 429`; the last is the good one. */
  readonly tries: readonly string[]
}

/** Nothing that it tried went well. */
export class NoAnswer extends Error {
  readonly tries: readonly string[]

  constructor(tries: readonly string[]) {
    super(`no answer: ${tries.join(', ')}`)
    this.tries = tries
  }
}

export function createClient(options: ClientOptions) {
  const { bases, sleep, patience = usualPatience, triesPerBase = 2, backoffMs = 500 } = options
  return async <Body>(path: string): Promise<Got<Body>> => {
    const tries: string[] = []
    for (const [name, url] of Object.entries(bases)) {
      for (let n = 0; n < triesPerBase; n++) {
        const outcome = await ask(`${url}${path}`, patience(), options.check)
        tries.push(`${name} ${outcome.word}`)
        if (outcome.ok) return { body: outcome.body as Body, tries }
        if (outcome.final) throw new NoAnswer(tries)
        if (n + 1 < triesPerBase) await sleep(Math.max(outcome.retryAfterMs, backoffMs * 2 ** n))
      }
    }
    throw new NoAnswer(tries)
  }
}

const usualPatience = () => AbortSignal.timeout(PATIENCE_MS)

async function ask(url: string, signal: AbortSignal, check: ClientOptions['check'] = () => undefined) {
  const failed = (word: string, retryAfterMs = 0, final = false) =>
    ({ ok: false, word, retryAfterMs, final }) as const
  try {
    const reply = await fetch(url, { signal })
    const retryAfterMs = Number(reply.headers.get('retry-after') ?? 0) * 1000
    if (reply.status === 429 || reply.status >= 500) return failed(String(reply.status), retryAfterMs)
    if (!reply.ok) return failed(String(reply.status), 0, true)
    const body: unknown = await reply.json()
    const wrong = check(body as never)
    return wrong === undefined ? ({ ok: true, word: '200', body } as const) : failed(wrong)
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } }
    return failed(
      name === 'TimeoutError' ? 'timeout' : name === 'SyntaxError' ? 'no JSON' : (cause?.code ?? name),
    )
  }
}
