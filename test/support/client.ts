/**
 * A client as the interface recommends: retries timeouts, broken replies, 429 and 5xx with backoff, then fails over to the next
 * base address. Honours Retry-After, and rejects bodies that fail `check`.
 */
import { causeOf } from './clients.js'
import { PATIENCE_MS } from './patience.js'

export interface ClientOptions {
  /** Base addresses by name, in order of preference. */
  readonly bases: Readonly<Record<string, string>>
  /** Waits between two attempts, ms. */
  sleep(ms: number): unknown
  /** Aborts the wait for a reply, body included. */
  patience?(): AbortSignal
  readonly triesPerBase?: number
  /** Delay before the second attempt at a base; doubles with each further one. */
  readonly backoffMs?: number
  /** Returns the problem of the body of a 200 in a few words. */
  check?(body: never): string | undefined
}

export interface Got<Body> {
  readonly body: Body
  /** Outcome of each attempt, such as `primary 429`; the last one succeeded. */
  readonly tries: readonly string[]
}

/** All attempts failed. */
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
    const { name } = error as Error
    return failed(
      name === 'TimeoutError'
        ? 'timeout'
        : name === 'SyntaxError'
          ? 'no JSON'
          : (causeOf(error as Error) ?? name),
    )
  }
}
