/** Hands a request to Express as a server would, but without a connection. */
import { IncomingMessage, type RequestListener, ServerResponse, STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'

/** What Express answers; rejects with the reason where the request's signal ends it first. */
export async function inject(app: RequestListener, request: Request): Promise<Response> {
  const { host, pathname, search } = new URL(request.url)
  const body = Buffer.from(await request.arrayBuffer())
  const incoming = new IncomingMessage(new Socket())
  incoming.method = request.method
  incoming.url = pathname + search
  incoming.headers = { ...Object.fromEntries(request.headers), host, 'content-length': String(body.length) }
  incoming.push(body)
  incoming.push(null)
  incoming.complete = true
  const response = new ServerResponse(incoming)
  const { signal } = request
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    const take = (part: unknown, encoding: unknown): void => {
      if (typeof part === 'string' || part instanceof Uint8Array)
        parts.push(Buffer.from(part as string, typeof encoding === 'string' ? (encoding as 'utf8') : 'utf8'))
    }
    const giveUp = (): void => {
      reject(signal.reason)
      response.emit('close')
    }
    signal.addEventListener('abort', giveUp)
    if (signal.aborted) return giveUp()
    // Express gives the response another prototype: what stands on itself stays.
    Object.assign(response, {
      write(part: unknown, encoding?: unknown) {
        take(part, encoding)
        return true
      },
      end(part?: unknown, encoding?: unknown) {
        take(part, encoding)
        signal.removeEventListener('abort', giveUp)
        resolve(toResponse(request, response, Buffer.concat(parts)))
        response.emit('finish')
        response.emit('close')
        return response
      },
    })
    app(incoming, response)
  })
}

function toResponse(request: Request, response: ServerResponse, body: Buffer): Response {
  const { statusCode: status, statusMessage } = response
  const headers = Object.entries(response.getHeaders()).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
  )
  const isEmpty = status === 204 || status === 304 || request.method === 'HEAD'
  const statusText = statusMessage ?? STATUS_CODES[status] ?? ''
  const made = new Response(isEmpty ? null : Uint8Array.from(body), { status, statusText, headers })
  return Object.defineProperty(made, 'url', { value: request.url })
}
