/** All communication with the server: calls of the control API, and the event stream. */
import { createEventReader } from './events.js'
import { PAGE_PATHS } from './page-path.js'
import type { WatchEvents } from './replies.js'
import { after } from './timers.js'
import { askToken, token } from './token.js'

export class CallFailed extends Error {
  /** 0 without an answer. */
  readonly status: number
  readonly code: string
  readonly hint: string

  constructor(status: number, code: string, message: string, hint: string) {
    super(message)
    this.status = status
    this.code = code
    this.hint = hint
  }
}

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'

/** Calls this page's session: `call('PUT', '/clock', { mode: 'frozen' })`. Sends text as it is. Rejects with a CallFailed. */
export async function call<Reply>(method: Method, path: string, body?: unknown): Promise<Reply> {
  return (await send(`${PAGE_PATHS.below}__sim/v1${path}`, method, body)).json()
}

/** Calls the server itself, for calls that no session has. */
export async function callServer<Reply>(method: Method, path: string, body?: unknown): Promise<Reply> {
  return (await send(`${PAGE_PATHS.server}__sim/v1${path}`, method, body)).json()
}

/** The server sends something every 5 s: after this silence the stream counts as lost. */
const SILENT_MS = 12_000

export type OnEvent = <Name extends keyof WatchEvents>(name: Name, data: WatchEvents[Name]) => void

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
  const read = createEventReader((name, data) => on(name as keyof WatchEvents, JSON.parse(data)))
  const reader = body.getReader()
  const decoder = new TextDecoder()
  try {
    for (;;) {
      heard()
      const { done, value } = await reader.read().catch(unreachable)
      if (done) return
      read(decoder.decode(value, { stream: true }))
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
  throw new CallFailed(0, 'unreachable', 'the simulator does not answer', 'is it still running?')
}

async function failureOf(response: Response): Promise<CallFailed> {
  const text = await response.text().catch(() => '')
  const { code, message, hint } = errorIn(text)
  return new CallFailed(response.status, code, message ?? `it answered ${response.status}`, hint)
}

function errorIn(text: string): { code: string; message?: string; hint: string } {
  try {
    const { error } = JSON.parse(text) as { error: { code: string; message: string; hint: string } }
    return error
  } catch {
    return { code: 'unknown', hint: '' }
  }
}
