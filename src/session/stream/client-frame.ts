/** Frames that clients of a stream send. */

/** Larger messages close the connection with 1009. */
export const MAX_MESSAGE_BYTES = 64 * 1024
export const MAX_CHANNELS = 200

const OPERATIONS = ['subscribe', 'unsubscribe'] as const

export interface ClientFrame {
  readonly op: (typeof OPERATIONS)[number]
  readonly channels: readonly string[]
}

const EXAMPLE = 'send {"op":"subscribe","channels":["prices"]}'

/** Reads a frame; returns text that says what is wrong with one that cannot be used. */
export function readClientFrame(data: Buffer, isBinary: boolean): ClientFrame | string {
  if (isBinary) return `the frame is binary: ${EXAMPLE} as text`
  const value = parsed(data.toString())
  if (value === undefined) return `the frame is not JSON: ${EXAMPLE}`
  const { op, channels } = (value ?? {}) as Readonly<Record<string, unknown>>
  const known = OPERATIONS.find((name) => name === op)
  if (known === undefined) return `the frame has no such operation, subscribe or unsubscribe: ${EXAMPLE}`
  if (!Array.isArray(channels) || !channels.every((name) => typeof name === 'string'))
    return `the frame has no list of channels: ${EXAMPLE}`
  return { op: known, channels }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function ackFrame(channels: Iterable<string>): Buffer {
  return Buffer.from(JSON.stringify({ op: 'ack', channels: [...channels] }))
}

export function errorFrame(message: string, channels: readonly string[] = []): Buffer {
  return Buffer.from(JSON.stringify({ op: 'error', message, channels }))
}
