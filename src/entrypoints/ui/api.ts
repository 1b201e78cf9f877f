/** All communication with the server, and messages about how it went. */

import { effect, signal } from '@preact/signals'
import { createParser } from 'eventsource-parser'
import { PAGE_PATHS } from './page-paths.js'
import type { ControlReplies, WatchEvents } from './replies.js'
import { after } from './timers.js'
import { askToken, token } from './token.js'

export class CallFailed extends Error {
  /** 0 without an answer. */
  readonly status: number

  constructor(status: number, message: string, hint: string) {
    super(hint === '' ? message : `${message}: ${hint}`)
    this.status = status
  }
}

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'

/** Calls this page's session: `call('PUT', '/clock', { mode: 'frozen' })`. Sends text as it is. Rejects with a CallFailed. */
export async function call<Reply>(method: Method, path: string, body?: unknown): Promise<Reply> {
  return (await send(`${PAGE_PATHS.below}__sim/v1${path}`, method, body)).json()
}

type ReadPath = keyof ControlReplies extends infer Each
  ? Each extends `GET ${infer Path}`
    ? Path
    : never
  : never

/** Reads of this page's session: `read('/journal/:n', { n: 3 })`. Values that the path does not name become its query. */
export function read<Path extends ReadPath>(
  path: Path,
  values: Readonly<Record<string, string | number>> = {},
): Promise<ControlReplies[`GET ${Path}`]> {
  const query = new URLSearchParams()
  const named = Object.entries(values).reduce((filled: string, [name, value]) => {
    if (!filled.includes(`:${name}`)) query.set(name, `${value}`)
    return filled.replace(`:${name}`, encodeURIComponent(value))
  }, path)
  return call('GET', query.size === 0 ? named : `${named}?${query}`)
}

/** Calls the server itself, for calls that no session has. */
export async function callServer<Reply>(method: Method, path: string, body?: unknown): Promise<Reply> {
  return (await send(`${PAGE_PATHS.server}__sim/v1${path}`, method, body)).json()
}

/** The server sends something every 5 s: after this silence the stream counts as lost. */
const SILENT_MS = 12_000

type OnEvent = <Name extends keyof WatchEvents>(name: Name, data: WatchEvents[Name]) => void

/** Opens the stream and passes on its events until it ends. Rejects with a CallFailed where it cannot be opened, or breaks. */
export async function watchServer(
  query: Readonly<Record<string, string>>,
  on: OnEvent,
  signal: AbortSignal,
): Promise<void> {
  const path = `${PAGE_PATHS.below}__sim/v1/watch?${new URLSearchParams(query)}`
  const closing = new AbortController()
  let forget = () => {}
  const heard = () => {
    forget()
    forget = after(SILENT_MS, () => closing.abort())
  }
  const { body } = await send(path, 'GET', undefined, AbortSignal.any([signal, closing.signal]))
  if (body === null) return
  // Of a fetch, which can send a token where an EventSource cannot.
  const parser = createParser({ onEvent: (one) => on(one.event as keyof WatchEvents, JSON.parse(one.data)) })
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (;;) {
      heard()
      const { done, value } = await reader.read().catch(unreachable)
      if (done) return
      parser.feed(value)
    }
  } finally {
    forget()
  }
}

async function send(path: string, method: Method, body: unknown, signal?: AbortSignal): Promise<Response> {
  for (;;) {
    const used = token()
    const response = await fetch(path, {
      method,
      headers: used === null ? {} : { authorization: `Bearer ${used}` },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
      cache: 'no-store',
    }).catch(unreachable)
    if (response.ok) return response
    if (response.status !== 401) throw await failureOf(response)
    await askToken(used)
  }
}

function unreachable(): never {
  throw new CallFailed(0, 'the simulator does not answer', 'is it still running?')
}

async function failureOf(response: Response): Promise<CallFailed> {
  const { error }: { error?: { message: string; hint: string } } = await response.json().catch(() => ({}))
  return new CallFailed(
    response.status,
    error?.message ?? `it answered ${response.status}`,
    error?.hint ?? '',
  )
}

/** The last message, of success or failure. */
export const notice = signal<{ kind: 'done' | 'failed'; words: string } | undefined>(undefined)

const SHOWN_MS = 4000

// A failure stays until the next message.
effect(() => (notice.value?.kind === 'done' ? after(SHOWN_MS, dismiss) : undefined))

export function notify(words: string, kind: 'done' | 'failed' = 'done'): void {
  notice.value = { kind, words }
}

export function dismiss(): void {
  notice.value = undefined
}

/** Runs a user action: `await act(() => call('POST', '/reset'), 'Reset')`. Resolves with true on success. */
export async function attempt(run: () => Promise<unknown>, done?: string): Promise<boolean> {
  try {
    await run()
    if (done !== undefined) notify(done)
    else if (notice.peek()?.kind === 'failed') dismiss()
    return true
  } catch (error) {
    notify(failureInWords(error), 'failed')
    return false
  }
}

export const failureInWords = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
