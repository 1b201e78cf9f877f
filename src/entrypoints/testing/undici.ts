/**
 * For `fetch` and undici: answers the live hosts in process: `setGlobalDispatcher(new
 * Agent().compose(liveHostInterceptor(sim)))`.
 */
import { type ParsedUrlQueryInput, stringify } from 'node:querystring'
import { isIntercepted } from '../../market/catalogue/gmx-hosts.js'
import { isTypeError } from '../../server/http/local/failures.js'
import type { SimulatorSession } from './api.js'

/** The dispatch of any version of undici, as far as needed. */
export type Dispatch = (options: never, handler: never) => boolean

interface Options {
  readonly origin?: string | URL
  readonly path: string
  /** Appended to the path. */
  readonly query?: ParsedUrlQueryInput | undefined
  readonly method: string
  readonly headers?: unknown
  readonly body?: unknown
}

/** Reply handlers of undici 7 and later, and of version 6, which Node 20 and 22 have. */
interface Handler {
  onRequestStart?(controller: Controller, context: unknown): void
  onResponseStart?(controller: Controller, status: number, headers: Fields, statusText: string): void
  onResponseData?(controller: Controller, bytes: Buffer): void
  onResponseEnd?(controller: Controller, trailers: Fields): void
  onResponseError?(controller: Controller, error: unknown): void
  onConnect?(abort: (reason?: unknown) => void, context: unknown): void
  onHeaders?(status: number, headers: Buffer[], resume: () => void, statusText: string): boolean | undefined
  onData?(bytes: Buffer): boolean | undefined
  onComplete?(trailers: Buffer[]): void
  onError?(error: unknown): void
}

type Fields = Readonly<Record<string, string>>

export function liveHostInterceptor(
  sim: SimulatorSession,
): <D extends Dispatch>(dispatch: D) => (...given: Parameters<D>) => boolean {
  return (dispatch) =>
    (options, handler): boolean => {
      const { path, query = {} } = options as Options
      const origin = originOf(options)
      if (origin === undefined || !isIntercepted(origin.hostname, sim.liveHosts))
        return dispatch(options, handler)
      const url = new URL(path, origin)
      url.search ||= stringify(query)
      void answer(sim, url, options as Options, handler as Handler)
      return true
    }
}

/** The URL of the host that a request is for; undefined if its dispatcher has only one. */
export function originOf(options: never): URL | undefined {
  const { origin } = options as Options
  return origin === undefined ? undefined : new URL(origin)
}

async function answer(sim: SimulatorSession, url: URL, options: Options, handler: Handler): Promise<void> {
  const controller = new Controller()
  try {
    if (handler.onRequestStart) handler.onRequestStart(controller, {})
    else handler.onConnect?.((reason) => controller.abort(reason), {})
    const { method } = options
    // Of the types of undici, those that `fetch` takes, too.
    const body = (options.body ?? null) as NonNullable<RequestInit['body']> | null
    const headers = new Headers(pairsOf(options.headers))
    const reply = await sim.fetch(url, { method, headers, body, duplex: 'half', signal: controller.signal })
    start(handler, controller, reply)
    for await (const part of reply.body ?? []) {
      await controller.flowing()
      if (handler.onResponseData) handler.onResponseData(controller, Buffer.from(part))
      else if (handler.onData?.(Buffer.from(part)) === false) controller.pause()
    }
    if (handler.onResponseEnd) handler.onResponseEnd(controller, {})
    else handler.onComplete?.([])
  } catch (error) {
    // Unwraps the cause, as `fetch` will wrap it again.
    const cause = (isTypeError(error) && error.cause) || error
    if (handler.onResponseError) handler.onResponseError(controller, cause)
    else handler.onError?.(cause)
  }
}

function start(handler: Handler, controller: Controller, { status, statusText, headers }: Response): void {
  controller.rawHeaders = [...headers].flat().map((text) => Buffer.from(text, 'latin1'))
  if (handler.onResponseStart)
    handler.onResponseStart(controller, status, Object.fromEntries(headers), statusText)
  else if (
    handler.onHeaders?.(status, controller.rawHeaders, () => controller.resume(), statusText) === false
  )
    controller.pause()
}

/** Accepts headers as undici does: an object, a flat list, or pairs. */
function pairsOf(headers: unknown): [string, string][] {
  if (headers === null || headers === undefined) return []
  const isList = typeof (headers as Iterable<unknown>)[Symbol.iterator] === 'function'
  const items = isList ? [...(headers as Iterable<unknown>)] : Object.entries(headers)
  if (Array.isArray(items[0]))
    return items.map((pair) => [String((pair as unknown[])[0]), String((pair as unknown[])[1])])
  return Array.from({ length: items.length / 2 }, (_, i) => [String(items[2 * i]), String(items[2 * i + 1])])
}

class Controller extends AbortController {
  rawHeaders: Buffer[] = []
  rawTrailers: Buffer[] = []
  #resumed: Promise<void> | undefined
  #resume = () => {}

  get aborted(): boolean {
    return this.signal.aborted
  }
  get reason(): unknown {
    return this.signal.reason
  }
  get paused(): boolean {
    return this.#resumed !== undefined
  }
  override abort(reason?: unknown): void {
    super.abort(reason)
    this.resume()
  }
  pause(): void {
    this.#resumed ??= new Promise((resolve) => {
      this.#resume = resolve
    })
  }
  resume(): void {
    this.#resume()
    this.#resumed = undefined
  }
  async flowing(): Promise<void> {
    await this.#resumed
  }
}
