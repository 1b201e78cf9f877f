/** Bodies that are read only to be dropped: how many bytes they have is all that is asked. */
import type { IncomingMessage } from 'node:http'

/** So many bytes more than an endpoint takes are dropped, for clients that read when they have sent all; then they are cut off. */
const MAX_DROPPED = 16 << 20

/**
 * How many bytes a request sends. More than `most` are not waited for: they are dropped as they come, and whoever sends
 * 16 MiB more is cut off. At once where it says so itself, or has none; else when all have come or the client has gone away.
 */
export function discardBody(request: IncomingMessage, most: number): number | Promise<number> {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers
  const announced = Number(length)
  // Who mounts the app may have read it before.
  const isOver = request.readableEnded || request.destroyed
  if (isOver || (announced === 0 && coding === undefined)) return announced
  let bytes = 0
  // Also where nobody waits for the bytes: of a socket that is not read, Node never tells that its client has gone away.
  const counted = new Promise<number>((resolve) => {
    const end = (): void => {
      request.off('end', end).off('close', end)
      resolve(bytes)
    }
    request.on('data', (part: Buffer) => {
      bytes += part.length
      if (bytes > most) end()
      if (bytes > most + MAX_DROPPED) request.socket.destroy()
    })
    request.once('end', end).once('close', end)
  })
  return announced > most ? announced : counted
}

/** The same of a request that was made in process; what is left of the body is cancelled, also when the request is aborted. */
export async function discardLocalBody({ body, signal }: Request, most: number): Promise<number> {
  let bytes = 0
  if (body === null) return bytes
  const reader = body.getReader()
  // Ends a read that is under way, too. A stream that cannot be cancelled is left alone.
  const cancel = (): void => void reader.cancel(signal.reason).catch(() => {})
  signal.addEventListener('abort', cancel)
  if (signal.aborted) cancel()
  try {
    while (bytes <= most) {
      const { done, value } = await reader.read()
      if (done) return bytes
      bytes += value.length
    }
    cancel()
    return bytes
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
