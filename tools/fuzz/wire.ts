/** Bytes over a socket and the replies in what comes back. */
import { connect } from 'node:net'

export interface WireReply {
  readonly status: number
  readonly head: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const PATIENCE_MS = 20_000

interface TalkOptions {
  /** Resets the connection after that number of characters of replies. */
  readonly cutAfter?: number
  /** Says at once that nothing more will be sent. */
  readonly halfClose?: boolean
  /** Leaves after so long, 20 s when left out. */
  readonly patienceMs?: number
}

/**
 * Writes `bytes` (latin1) in one go; everything that came back until the server closed, and whether it did.
 */
export function talk(
  url: string,
  bytes: string,
  { cutAfter, halfClose = false, patienceMs = PATIENCE_MS }: TalkOptions = {},
): Promise<{ heard: string; closed: boolean }> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    let heard = ''
    const finish = (closed: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ heard, closed })
    }
    const timer = setTimeout(() => finish(false), patienceMs)
    const socket = connect(Number(port), hostname, () => {
      socket.write(Buffer.from(bytes, 'latin1'))
      if (halfClose) socket.end()
      if (cutAfter === 0) socket.resetAndDestroy()
    })
    socket.on('data', (data) => {
      heard += data.toString('latin1')
      if (cutAfter !== undefined && heard.length >= cutAfter) socket.resetAndDestroy()
    })
    socket.on('error', () => {})
    socket.on('close', () => finish(true))
  })
}

/** The replies in what was heard; `isHead` tells which of them are without a body. Undefined where it is no HTTP. */
export function repliesIn(
  heard: string,
  isHead: (index: number) => boolean = () => false,
): WireReply[] | undefined {
  const replies: WireReply[] = []
  for (let at = 0; at < heard.length; ) {
    const end = heard.indexOf('\r\n\r\n', at)
    if (end < 0 || !heard.startsWith('HTTP/1.1 ', at)) return undefined
    const head = heard.slice(at, end)
    const [line, ...lines] = head.split('\r\n')
    const headers = Object.fromEntries(
      lines.map((text) => [
        text.slice(0, text.indexOf(':')).toLowerCase(),
        text.slice(text.indexOf(':') + 1).trim(),
      ]),
    )
    const status = Number(line.split(' ')[1])
    const from = end + 4
    const [length, next] =
      isHead(replies.length) || [204, 304].includes(status)
        ? [0, from]
        : headers['transfer-encoding'] === 'chunked'
          ? chunkedEnd(heard, from)
          : [
              Number(headers['content-length'] ?? heard.length - from),
              from + Number(headers['content-length'] ?? heard.length - from),
            ]
    replies.push({ status, head, headers, body: heard.slice(from, from + length) })
    at = next
  }
  return replies
}

function chunkedEnd(heard: string, from: number): [length: number, next: number] {
  const end = heard.indexOf('0\r\n\r\n', from)
  const next = end < 0 ? heard.length : end + 5
  return [next - from, next]
}

/** Returns the defect of an error reply of the simulated API, or undefined. */
export function wrongError({ status, headers, body }: WireReply): string | undefined {
  if (headers['content-type']?.startsWith('application/json') !== true) return `${status} is not JSON`
  try {
    const { errors, message, code, traceId } = JSON.parse(body) as Readonly<Record<string, unknown>>
    // A list of errors, or the object of the second generation.
    const isGood = Array.isArray(errors)
      ? errors.length > 0 && errors.every((error) => typeof error === 'string')
      : [message, code, traceId].every((text) => typeof text === 'string' && text !== '')
    return isGood ? undefined : `${status} names no error`
  } catch {
    return `${status} cannot be parsed`
  }
}
