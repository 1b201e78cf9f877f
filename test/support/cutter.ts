/** A way to a server on which streams of events can stop without a word: nothing closes, and nothing comes any more. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export async function startCutter(url: string) {
  const streams = new Set<Socket>()
  const sockets = new Set<Socket>()
  const cutter = createServer((client) => {
    const server = connect(Number(new URL(url).port), '127.0.0.1')
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    client.on('data', (part) => void (String(part).includes('/watch?') && streams.add(server)))
    client.pipe(server).pipe(client)
    client.on('close', () => server.destroy())
  })
  await new Promise<void>((resolve) => cutter.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(cutter.address() as AddressInfo).port}`,
    cut: () => {
      for (const stream of streams) stream.unpipe()
    },
    close: () =>
      new Promise((resolve) => {
        cutter.close(resolve)
        for (const socket of sockets) socket.destroy()
      }),
  }
}
