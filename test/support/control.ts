/** A client of the control API of a started simulator. */
export interface ControlReply {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: what a test expects of a reply, it says itself.
  readonly body: any
}

/** `url` is the address of the simulator, or returns it once started; `making` makes each call, by default once. */
export function controlOf(
  url: string | (() => string),
  making: (call: () => Promise<ControlReply>) => Promise<ControlReply> = (call) => call(),
) {
  const urlNow = typeof url === 'string' ? () => url : url
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    return making(async () => {
      const reply = await fetch(`${urlNow()}/__sim/v1${path}`, {
        method,
        headers,
        ...(text !== undefined && { body: text }),
      })
      return { status: reply.status, body: await reply.json() }
    })
  }
  return {
    get: (path: string, headers?: Record<string, string>) => call('GET', path, undefined, headers),
    put: (path: string, body?: unknown) => call('PUT', path, body),
    post: (path: string, body?: unknown) => call('POST', path, body),
    delete: (path: string) => call('DELETE', path),
  }
}
