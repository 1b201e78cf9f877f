/** HTTP as bytes over a socket, for what no client library would send. */
import { connect, type Socket } from 'node:net'

/** Says one thing, and the next when something was heard; tells all that comes until the connection is closed. */
export function say(url: string, text: string, next = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = dial(url, () => socket.write(text))
    let heard = ''
    socket.on('data', (data) => {
      heard += data
    })
    socket.once('data', () => socket.write(next))
    socket.on('error', reject).on('close', () => resolve(heard))
  })
}

/** A connection whose replies are read as text; nothing is read until somebody listens. */
export function dial(url: string, then: () => void = () => {}): Socket {
  const { hostname, port } = new URL(url)
  return connect(Number(port), hostname, then).setEncoding('latin1')
}

export interface RawReply {
  readonly status: number
  /** Names in small letters. */
  readonly head: Readonly<Record<string, string>>
  readonly body: string
}

/** A reply that is the last of its connection. */
export function parseReply(heard: string): RawReply {
  const end = heard.indexOf('\r\n\r\n')
  const [first, ...lines] = heard.slice(0, end).split('\r\n')
  const head = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { status: Number(first.split(' ')[1]), head: Object.fromEntries(head), body: heard.slice(end + 4) }
}
