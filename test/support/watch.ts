/** A reader of the control API's event stream. */

export interface Told {
  readonly event: string
  // biome-ignore lint/suspicious/noExplicitAny: what a test expects of an event, it says itself.
  readonly data: any
}

export interface Watch {
  readonly status: number
  readonly headers: Headers
  /** All events so far. */
  readonly told: readonly Told[]
  /** The first matching event of that name, past ones included; undefined if the stream ends first. */
  until(event: string, holds?: (data: Told['data']) => boolean): Promise<Told['data']>
  /** Resolves when the stream has ended. */
  readonly ended: Promise<void>
  leave(): void
}

/** `url` is that of the call, with its query. */
export async function watchOf(url: string, headers: Record<string, string> = {}): Promise<Watch> {
  const leaving = new AbortController()
  const reply = await fetch(url, { headers, signal: leaving.signal })
  const told: Told[] = []
  const waiting = new Set<() => void>()
  let isOver = false
  const wake = () => {
    for (const check of waiting) check()
  }
  const read = async () => {
    let text = ''
    const decoder = new TextDecoder()
    try {
      for await (const part of reply.body as ReadableStream<Uint8Array>) {
        text += decoder.decode(part, { stream: true })
        const blocks = text.split('\n\n')
        text = blocks.pop() ?? ''
        for (const block of blocks) {
          const lines = block.split('\n').map((line) => line.split(/: (.*)/s, 2))
          const { event, data } = Object.fromEntries(lines) as Record<string, string | undefined>
          if (event !== undefined) told.push({ event, data: JSON.parse(data ?? 'null') })
        }
        wake()
      }
    } catch {
      // The reader left, or the server stopped.
    }
    isOver = true
    wake()
  }
  const ended = reply.ok ? read() : Promise.resolve()
  return {
    status: reply.status,
    headers: reply.headers,
    told,
    ended,
    leave: () => leaving.abort(),
    until(event, holds = () => true) {
      return new Promise((resolve) => {
        const check = () => {
          const found = told.find((one) => one.event === event && holds(one.data))
          if (found === undefined && !isOver) return
          waiting.delete(check)
          resolve(found?.data)
        }
        waiting.add(check)
        check()
      })
    },
  }
}
