/** Frames that clients of a stream send, and the replies to them. */

import { isJson } from '../../kit/text/words.js'

/** Larger messages close the connection with 1009. */
export const MAX_MESSAGE_BYTES = 64 * 1024
export const MAX_CHANNELS = 200
/** No channel has a longer name. */
const MAX_SHOWN = 100

const OPERATIONS = ['subscribe', 'unsubscribe'] as const

export interface ClientFrame {
  readonly op: (typeof OPERATIONS)[number]
  readonly channels: readonly string[]
}

export const INVALID =
  'no such frame: send {"op":"subscribe","channels":["prices"]} as text, or unsubscribe in the same way'

/** Reads a frame; undefined for one that cannot be used. */
export function readClientFrame(data: Buffer, isBinary: boolean): ClientFrame | undefined {
  const text = data.toString()
  if (isBinary || !isJson(text)) return undefined
  const { op: name, channels } = (JSON.parse(text) ?? {}) as Readonly<Record<string, unknown>>
  const op = OPERATIONS.find((known) => known === name)
  const isValid = Array.isArray(channels) && channels.every((channel) => typeof channel === 'string')
  return op && isValid ? { op, channels } : undefined
}

export function ackFrame(channels: Iterable<string>): Buffer {
  return Buffer.from(JSON.stringify({ op: 'ack', channels: [...channels] }))
}

export function errorFrame(message: string, channels: readonly string[] = []): Buffer {
  const shown = channels.map((name) => (name.length > MAX_SHOWN ? `${name.slice(0, MAX_SHOWN)}…` : name))
  return Buffer.from(JSON.stringify({ op: 'error', message, channels: shown }))
}
