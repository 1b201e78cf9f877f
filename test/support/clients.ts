/** Replies as observed by several kinds of clients, each in a few words to compare. */
import { spawn } from 'node:child_process'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { wish } from './needs.js'
import { PATIENCE_MS } from './patience.js'

/** The code of an error's cause; the name of one of the HTTP parser, whose errors have no code from Node 24 on. */
export function causeOf({ cause }: Error): string | undefined {
  const { name, code } = (cause ?? {}) as { readonly name?: string; readonly code?: string }
  return name === 'HTTPParserError' ? name : code
}

/**
 * Node's fetch: `200` for a reply that parses as JSON, `200, then terminated ECONNRESET` for a truncated one, `fetch failed
 * ECONNRESET` without a reply.
 */
export async function seenByFetch(url: string, init: RequestInit = {}): Promise<string> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const named = (error: Error) => {
    const { name, message } = error
    const cause = causeOf(error)
    return `${name === 'TypeError' ? message : name}${cause === undefined ? '' : ` ${cause}`}`
  }
  const reply = await fetch(url, { signal, ...init }).catch(named)
  if (typeof reply === 'string') return reply
  const broken = await reply.text().then(
    (text) => (init.method === 'HEAD' || isJson(text) ? undefined : 'SyntaxError'),
    (error: Error) => named(error),
  )
  return broken === undefined ? String(reply.status) : `${reply.status}, then ${broken}`
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

export interface Conversation {
  /** All bytes received, head and body. */
  readonly text: string
  readonly bytes: Buffer
  /** Status line and headers, in lower case. */
  readonly head: string
  /** Everything after the head. */
  readonly body: string
  /** How the server ended the connection; `open` if it answers another request on it, or nothing before the client gives up. */
  readonly end: 'FIN' | 'RST' | 'open'
}

export interface Talk {
  readonly method?: string
  /** Such as `origin: http://dapp.test`. */
  readonly headers?: readonly string[]
  /** Aborts when the client gives up. */
  readonly signal?: AbortSignal
}

/** Sent right behind a request: its reply shows that the connection is left open. */
const NEXT = 'GET /__sim/v1/health HTTP/1.1\r\nhost: localhost\r\n\r\n'
const NEXT_REPLY = /HTTP\/1\.1 200 OK\r\n(?:[^\r\n]+\r\n)+\r\n\{"status":"ok"[\s\S]*$/

/** A raw socket that sends one request and reports the reply and the end of the connection. */
export function seenBySocket(
  url: string,
  { method = 'GET', headers = [], signal = AbortSignal.timeout(PATIENCE_MS) }: Talk = {},
): Promise<Conversation> {
  const { hostname, port, pathname, search } = new URL(url)
  const next = headers.includes('connection: close') ? '' : NEXT
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname)
    const heard = () => Buffer.concat(chunks).toString('latin1')
    const finish = (end: Conversation['end']) => {
      socket.destroy()
      const text = heard().replace(NEXT_REPLY, '')
      const bytes = Buffer.from(text, 'latin1')
      const [head, ...body] = text.split('\r\n\r\n')
      resolve({ bytes, text, head: head.toLowerCase(), body: body.join('\r\n\r\n'), end })
    }
    signal.addEventListener('abort', () => finish('open'))
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      if (NEXT_REPLY.test(heard())) finish('open')
    })
    socket.on('end', () => finish('FIN'))
    socket.on('error', () => finish('RST'))
    socket.write(
      [`${method} ${pathname}${search} HTTP/1.1`, `host: ${hostname}`, ...headers, `\r\n${next}`].join(
        '\r\n',
      ),
    )
  })
}

const curl = await runCurl(['--version'])
export const hasCurl = (): boolean => wish(curl.exit === 0, 'curl is not installed', 'apt-get install curl')

/** Exit code and output of curl. */
export async function seenByCurl(url: string, ...args: string[]): Promise<{ exit: number; stdout: string }> {
  return runCurl(['--silent', '--max-time', String(PATIENCE_MS / 1000), ...args, url])
}

function runCurl(args: readonly string[]): Promise<{ exit: number; stdout: string }> {
  return new Promise((resolve) => {
    const child = spawn('curl', args, { stdio: ['ignore', 'pipe', 'ignore'] })
    let stdout = ''
    child.stdout.on('data', (chunk) => {
      stdout += chunk
    })
    child.on('error', () => resolve({ exit: -1, stdout: '' }))
    child.on('close', (exit) => resolve({ exit: exit ?? -1, stdout }))
  })
}

/** A client with one kept-alive connection: `get` returns the status (0 for none) and whether the connection was reused. */
export function createKeepAliveClient() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    get: (url: string): Promise<{ status: number; reused: boolean }> =>
      new Promise((resolve) => {
        let status = 0
        const finish = () => resolve({ status, reused: request.reusedSocket })
        const request = get(url, { agent }, (reply) => {
          status = reply.statusCode ?? 0
          reply.on('close', finish).on('error', finish).resume()
        })
        request.on('error', finish)
      }),
    end: () => agent.destroy(),
  }
}
