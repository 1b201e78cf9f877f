/** Passes requests for other hosts on, unchanged, directly or through the proxy that the environment names. */
import { Agent as HttpAgent, request as requestHttp, type ServerResponse, STATUS_CODES } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { connect, type Socket } from 'node:net'

/** The proxy of the environment for a URL; undefined for none. */
export type Upstream = (url: URL) => URL | undefined

/** Ignores the proxy of another simulator: a shell keeps its variables after that server has ended. */
export function upstreamOf(env: Readonly<Record<string, string | undefined>>): Upstream {
  const variable = (name: string) => env[name.toLowerCase()] || env[name]
  const { port: other } = JSON.parse(env.GMX_SIM_INTERCEPT ?? '{}') as { readonly port?: number }
  const exempt = (variable('NO_PROXY') ?? '').split(/[\s,]+/).map((name) => name.replace(/^\*?\./, ''))
  return ({ protocol, hostname }) => {
    const proxy = variable(protocol === 'http:' ? 'HTTP_PROXY' : 'HTTPS_PROXY')
    if (proxy === undefined || !URL.canParse(proxy)) return undefined
    const via = new URL(proxy)
    if (via.host === `127.0.0.1:${other}`) return undefined
    const isExempt = exempt.some((name) => name === '*' || name === hostname || hostname.endsWith(`.${name}`))
    return isExempt ? undefined : via
  }
}

export type OnFailure = (error: NodeJS.ErrnoException) => void

export const ESTABLISHED = 'HTTP/1.1 200 Connection Established\r\n\r\n'

/** Connects `socket` to another host: bytes pass both ways as they are. */
export function tunnel(
  socket: Socket,
  head: Buffer,
  to: URL,
  via: URL | undefined,
  onFailure: OnFailure,
): void {
  const port = Number(to.port || 443)
  const options = via === undefined ? { host: bare(to.hostname), port } : proxyAt(via)
  const far = connect({ ...options, allowHalfOpen: true })
  let isOpen = false
  far.once('connect', () => {
    isOpen = true
    // The other proxy's reply is the client's.
    if (via === undefined) socket.write(ESTABLISHED)
    else
      far.write(
        `CONNECT ${to.hostname}:${port} HTTP/1.1\r\nHost: ${to.hostname}:${port}\r\n${headerLine(credentials(via))}\r\n`,
      )
    far.write(head)
    socket.pipe(far).pipe(socket)
  })
  far.on('error', (error) => {
    onFailure(error)
    if (isOpen) socket.resetAndDestroy()
    else answerAndClose(socket, 502)
  })
  socket.on('error', () => far.destroy())
  socket.once('close', () => far.destroy())
}

/** Answers CONNECT without opening a tunnel. Waits for no end from the client: nothing reads the socket. */
export function answerAndClose(socket: Socket, code: number, headers = ''): void {
  socket.write(
    `HTTP/1.1 ${code} ${STATUS_CODES[code]}\r\n${headers}content-length: 0\r\nconnection: close\r\n\r\n`,
  )
  socket.destroySoon()
}

// As the global agents, which use the proxy of the environment since Node 22.
const KEPT = { keepAlive: true, timeout: 5000 }
const HTTP_AGENT = new HttpAgent(KEPT)
const HTTPS_AGENT = new HttpsAgent(KEPT)

/** Sends a request in plain HTTP on, with its headers as they are, except those for the proxy; the host is that of the URL (RFC 9112, 3.2.2). */
export function forward(response: ServerResponse, to: URL, via: URL | undefined, onFailure: OnFailure): void {
  const { req: request } = response
  const send = to.protocol === 'https:' ? requestHttps : requestHttp
  const { method = 'GET' } = request
  const proxy = to.protocol === 'https:' ? undefined : via
  const target =
    proxy === undefined
      ? { host: bare(to.hostname), port: to.port, path: `${to.pathname}${to.search}` }
      : { ...proxyAt(proxy), path: to.href }
  const isKept = (_: string, index: number, raw: string[]) =>
    !/^(proxy-|host$)/i.test(raw[index - (index % 2)]!)
  const headers = [
    'Host',
    to.host,
    ...request.rawHeaders.filter(isKept),
    ...(proxy ? credentials(proxy) : []),
  ]
  const agent = to.protocol === 'https:' ? HTTPS_AGENT : HTTP_AGENT
  const far = send({ ...target, method, headers, setHost: false, agent })
  far.on('response', (reply) => {
    response.sendDate = false
    response.writeHead(reply.statusCode ?? 502, reply.statusMessage, reply.rawHeaders)
    reply.pipe(response)
    reply.on('error', () => response.destroy())
  })
  far.on('error', (error) => {
    onFailure(error)
    if (response.headersSent) response.destroy()
    else response.writeHead(502, { 'content-length': 0 }).end()
  })
  response.once('close', () => far.destroy())
  request.pipe(far)
}

function proxyAt({ hostname, port }: URL) {
  return { host: bare(hostname), port: Number(port || 80) }
}

/** Name and value of the header that the proxy asks for; none for a proxy without a user. */
function credentials({ username, password }: URL): readonly string[] {
  if (username === '') return []
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return ['Proxy-Authorization', `Basic ${Buffer.from(pair).toString('base64')}`]
}

const headerLine = (header: readonly string[]) => (header.length === 0 ? '' : `${header.join(': ')}\r\n`)

/** A host name without the brackets of IPv6. */
function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}
