/** Dispatches a request to Express without a connection. */
import { IncomingMessage, type RequestListener, ServerResponse, STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import { type Body, createBody } from './connection.js'

/** Resolves with Express's answer; rejects with the abort reason of the request's signal. */
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
    /** Set while the reply is streamed. */
    let body: Body | undefined
    const take = (part: unknown, encoding: unknown): void => {
      if (typeof part !== 'string' && !(part instanceof Uint8Array)) return
      const bytes = Buffer.from(part as string, typeof encoding === 'string' ? (encoding as 'utf8') : 'utf8')
      if (body === undefined) parts.push(bytes)
      else body.write(bytes)
    }
    const leave = () => void response.emit('close')
    const giveUp = (): void => {
      reject(signal.reason)
      body?.fail(signal.reason, true)
      leave()
    }
    signal.addEventListener('abort', giveUp)
    if (signal.aborted) return giveUp()
    // Express replaces the response's prototype; own properties survive.
    Object.assign(response, {
      flushHeaders() {
        body ??= createBody(leave, () => response.emit('drain'))
        resolve(toResponse(request, response, body.stream))
      },
      write(part: unknown, encoding?: unknown) {
        take(part, encoding)
        return body?.isFull !== true
      },
      end(part?: unknown, encoding?: unknown) {
        take(part, encoding)
        signal.removeEventListener('abort', giveUp)
        body?.end()
        resolve(toResponse(request, response, Uint8Array.from(Buffer.concat(parts))))
        response.emit('finish')
        response.emit('close')
        return response
      },
    })
    app(incoming, response)
  })
}

function toResponse(
  request: Request,
  response: ServerResponse,
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
): Response {
  const { statusCode: status, statusMessage } = response
  const headers = Object.entries(response.getHeaders()).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
  )
  const isEmpty = status === 204 || status === 304 || request.method === 'HEAD'
  const statusText = statusMessage ?? STATUS_CODES[status] ?? ''
  const made = new Response(isEmpty ? null : body, { status, statusText, headers })
  return Object.defineProperty(made, 'url', { value: request.url })
}
