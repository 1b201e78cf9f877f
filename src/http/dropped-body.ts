/** Bodies that are read only to be dropped: how many bytes they have is all that is asked. */
import type { IncomingMessage } from 'node:http'

/**
 * How many bytes a request sends. More than `most` are not waited for: Node drops what still comes once there is a reply. At
 * once where it says so itself, or has none; else when all have come or the client has gone away.
 */
export function bytesOf(request: IncomingMessage, most: number): number | Promise<number> {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers
  const announced = Number(length)
  // Who mounts the app may have read it before.
  const isOver = request.readableEnded || request.destroyed
  if (announced > most || isOver || (announced === 0 && coding === undefined)) return announced
  return new Promise((resolve) => {
    let bytes = 0
    const end = (): void => {
      request.off('end', end).off('close', end)
      resolve(bytes)
    }
    request.on('data', (part: Buffer) => {
      bytes += part.length
      if (bytes > most) end()
    })
    request.once('end', end).once('close', end)
  })
}

/** The same of a request that was made in process. */
export async function bytesOfLocal({ body }: Request, most: number): Promise<number> {
  let bytes = 0
  if (body === null) return bytes
  for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
    bytes += part.length
    if (bytes > most) break
  }
  return bytes
}
