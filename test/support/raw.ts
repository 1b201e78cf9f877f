/** HTTP as bytes over a socket, for requests that no client library would send. */
import { connect, type Socket } from 'node:net'

/** Sends texts in turn, each after data was received; resolves with everything received until the connection closes. */
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

/** A connection whose replies are parsed as text; reads nothing until a listener is added. */
export function dial(url: string, then: () => void = () => {}): Socket {
  const { hostname, port } = new URL(url)
  return connect(Number(port), hostname, then).setEncoding('latin1')
}

export interface RawReply {
  readonly status: number
  /** Lower-case names. */
  readonly head: Readonly<Record<string, string>>
  readonly body: string
}

/** The last reply of its connection. */
export function parseReply(heard: string): RawReply {
  const end = heard.indexOf('\r\n\r\n')
  const [first, ...lines] = heard.slice(0, end).split('\r\n')
  const head = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { status: Number(first.split(' ')[1]), head: Object.fromEntries(head), body: heard.slice(end + 4) }
}
