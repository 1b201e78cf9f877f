/** A line to a server that can be silenced and cut. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Line {
  readonly port: number
  /** Ends all connections. */
  cut(): void
  /** Stops all traffic, including the end of connections. */
  setSilent(silent: boolean): void
  /** Swallows what the server sends only: connections on which it sent anything stay half open. */
  setDeaf(deaf: boolean): void
  stop(): Promise<void>
}

export async function startLine(to: number): Promise<Line> {
  const sockets = new Set<Socket>()
  let isSilent = false
  let isDeaf = false
  const pass = (from: Socket, into: Socket, isLost: () => boolean): void => {
    // TCP never delivers what follows a lost byte.
    let hasLost = false
    from.on('data', (bytes) => {
      hasLost ||= isLost()
      if (!hasLost && !into.destroyed) into.write(bytes)
    })
    from.once('close', () => isLost() || into.destroySoon())
    from.on('error', () => {})
  }
  const server = createServer((client) => {
    const target = connect(to, '127.0.0.1')
    for (const socket of [client, target]) {
      socket.setNoDelay(true)
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    }
    pass(client, target, () => isSilent)
    pass(target, client, () => isSilent || isDeaf)
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
    setDeaf(deaf) {
      isDeaf = deaf
    },
    async stop() {
      server.close()
      cut()
      await once(server, 'close')
    },
  }
}
