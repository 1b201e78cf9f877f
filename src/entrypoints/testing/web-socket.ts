/** The WebSocket of code under test, in process: `sim.WebSocket` in place of the global one. */
import type { LocalConnect, LocalStream } from '../../server/http/local/stream.js'
import type { SimulatedWebSocket, SimulatedWebSocketClass } from './stream-api.js'

const CONNECTING = 0
const OPEN = 1
const CLOSING = 2
const CLOSED = 3

/** A class whose sockets are opened by `connect`. Refused handshakes and lost connections are an `error` and a `close` with 1006. */
export function webSocketClass(connect: LocalConnect): SimulatedWebSocketClass {
  return class extends EventTarget implements SimulatedWebSocket {
    static readonly CONNECTING = CONNECTING
    static readonly OPEN = OPEN
    static readonly CLOSING = CLOSING
    static readonly CLOSED = CLOSED
    readonly url: string
    readyState = CONNECTING
    onopen: SimulatedWebSocket['onopen'] = null
    onmessage: SimulatedWebSocket['onmessage'] = null
    onerror: SimulatedWebSocket['onerror'] = null
    onclose: SimulatedWebSocket['onclose'] = null
    readonly #leave = new AbortController()
    #stream: LocalStream | undefined

    constructor(url: string | URL) {
      super()
      this.url = String(url)
      void this.#run()
    }

    async #run(): Promise<void> {
      const opened = await connect(this.url, { signal: this.#leave.signal }).catch(() => undefined)
      if (opened === undefined || opened instanceof Response || this.readyState !== CONNECTING) {
        if (opened !== undefined && !(opened instanceof Response)) opened.close()
        this.#emit(new Event('error'))
        return this.#end(1006, '')
      }
      this.#stream = opened
      this.readyState = OPEN
      this.#emit(new Event('open'))
      for (;;) {
        const data = await opened.next()
        if (data === undefined) break
        this.#emit(new MessageEvent('message', { data }))
      }
      const { code, reason } = await opened.closed
      if (code === 1006) this.#emit(new Event('error'))
      this.#end(code, reason)
    }

    send(data: string): void {
      if (this.readyState === CONNECTING)
        throw new DOMException('Still in CONNECTING state', 'InvalidStateError')
      if (this.readyState === OPEN) this.#stream?.send(data)
    }

    close(code = 1000): void {
      if (this.readyState >= CLOSING) return
      this.readyState = CLOSING
      this.#leave.abort()
      this.#stream?.close(code)
    }

    #end(code: number, reason: string): void {
      this.readyState = CLOSED
      this.#emit(Object.assign(new Event('close'), { code, reason, wasClean: code !== 1006 }))
    }

    #emit(event: Event): void {
      this.dispatchEvent(event)
      this[`on${event.type}` as 'onopen']?.(event)
    }
  }
}
