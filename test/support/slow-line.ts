/** A slow connection to a server, which can be cut. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface SlowLine {
  readonly port: number
  /** Ends all connections. */
  cut(): void
  /** Stops all traffic, including the end of connections. */
  setSilent(silent: boolean): void
  stop(): Promise<void>
}

/** Delays each direction by `delayMs`. */
export async function startSlowLine(to: number, delayMs: number): Promise<SlowLine> {
  const sockets = new Set<Socket>()
  let isSilent = false
  const pass = (from: Socket, into: Socket): void => {
    from.on('data', (bytes) => {
      setTimeout(() => isSilent || into.destroyed || into.write(bytes), delayMs)
    })
    from.once('close', () => setTimeout(() => isSilent || into.destroy(), delayMs))
    from.on('error', () => {})
  }
  const server = createServer((client) => {
    const target = connect(to, '127.0.0.1')
    for (const socket of [client, target]) {
      socket.setNoDelay(true)
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    }
    pass(client, target)
    pass(target, client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    setSilent(silent) {
      isSilent = silent
    },
    async stop() {
      server.close()
      cut()
      await once(server, 'close')
    },
  }
}
