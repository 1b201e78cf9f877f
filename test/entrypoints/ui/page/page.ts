/** A page without a browser: globals that the modules of the dashboard ask for, and a server that the test plays. */
import { afterAll, vi } from 'vitest'
import type { WatchEvents } from '../../../../src/entrypoints/ui/replies.js'

const ORIGIN = 'http://127.0.0.1:8650'
const events = new EventTarget()
const entries = ['']

const place = {
  origin: ORIGIN,
  pathname: '/s/mine/__sim/ui/',
  get hash() {
    return entries.at(-1)!
  },
  get href() {
    return `${ORIGIN}${this.pathname}${this.hash}`
  },
}

function goTo(hash: string): void {
  entries.push(hash)
  events.dispatchEvent(new Event('popstate'))
}

function goBack(): void {
  entries.pop()
  events.dispatchEvent(new Event('popstate'))
}

const stored = new Map<string, string>()
const view = Object.assign(new EventTarget(), { hidden: false, querySelector: () => null })

/** A request of the page, which the test answers. */
export interface Asked {
  readonly path: string
  readonly signal: AbortSignal | undefined
  readonly answer: (response: Response) => void
  readonly fail: () => void
}
const asked: Asked[] = []

/** Stubs the globals for a test file, which must do so before it imports modules of the dashboard; files of a worker share these. */
export function startPage(): void {
  vi.stubGlobal('location', place)
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.stubGlobal('history', {
    pushState: (_state: null, _title: string, hash: string) => entries.push(hash),
    replaceState: (_state: null, _title: string, hash: string) => entries.splice(-1, 1, hash),
  })
  vi.stubGlobal('document', view)
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal(
    'fetch',
    (path: string, { signal }: { signal?: AbortSignal } = {}) =>
      new Promise<Response>((answer, reject) => {
        const fail = () => reject(new TypeError('Failed to fetch'))
        const one = { path, signal, answer, fail }
        asked.push(one)
        signal?.addEventListener('abort', () => {
          fail()
          if (asked.includes(one)) asked.splice(asked.indexOf(one), 1)
        })
      }),
  )
  afterAll(() => void vi.unstubAllGlobals())
}

export const page = { goTo, goBack, hash: () => place.hash }

/** Shows or hides the tab. */
export function hide(isHidden: boolean): void {
  view.hidden = isHidden
  view.dispatchEvent(new Event('visibilitychange'))
}

/** Enough for any chain of promises. */
const TURNS = 1000

/** Waits until a check no longer throws, by turns of the event loop: timers, which may be fake, stand still. */
export async function settled<Result>(check: () => Result): Promise<Result> {
  for (let turn = 0; ; turn++) {
    try {
      return check()
    } catch (error) {
      if (turn === TURNS) throw error
      await new Promise(setImmediate)
    }
  }
}

/** Waits for the next request below a path such as `/watch`. */
export const nextRequest = (path: string): Promise<Asked> =>
  settled(() => {
    const next = asked.find((one) => one.path.includes(`/__sim/v1${path}`))
    if (next === undefined) throw new Error(`no request for ${path}`)
    asked.splice(asked.indexOf(next), 1)
    return next
  })

/** Requests that were not taken yet. */
export const openRequests = (): readonly string[] => asked.map(({ path }) => path)

/** Answers a request for the stream of events. */
export function openStream({ answer, signal }: Asked) {
  const encoder = new TextEncoder()
  let control!: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      control = controller
      signal?.addEventListener('abort', () => controller.error(new Error('aborted')))
    },
  })
  answer(new Response(body))
  return {
    send: <Name extends keyof WatchEvents>(name: Name, data: Partial<WatchEvents[Name]>) =>
      control.enqueue(encoder.encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)),
    end: () => control.close(),
  }
}
