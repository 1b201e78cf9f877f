/** A slow connection to a server, which can be cut. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export interface SlowLine {
  readonly port: number
  /** Ends all connections. */
  cut(): void
  /** Stops all traffic, including the end of connections. */
  setSilent(silent: boolean): void
  /** Swallows what the server sends only: connections on which it sent anything stay half open. */
  setDeaf(deaf: boolean): void
  setDelay(delayMs: number): void
  stop(): Promise<void>
}

/** Delays each direction by `delayMs`. */
export async function startSlowLine(to: number, delayMs: number): Promise<SlowLine> {
  const sockets = new Set<Socket>()
  let isSilent = false
  let isDeaf = false
  let afterMs = delayMs
  const pass = (from: Socket, into: Socket, isLost: () => boolean): void => {
    // In order, as in TCP, when the delay becomes shorter, too.
    let last: Promise<unknown> = Promise.resolve()
    const later = (act: () => unknown): void => {
      last = Promise.all([last, wait(afterMs)]).then(act)
    }
    // TCP never delivers what follows a lost byte.
    let hasLost = false
    from.on('data', (bytes) =>
      later(() => {
        hasLost ||= isLost()
        if (!hasLost && !into.destroyed) into.write(bytes)
      }),
    )
    from.once('close', () => later(() => isLost() || into.destroy()))
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
    setDelay(ms) {
      afterMs = ms
    },
    async stop() {
      server.close()
      cut()
      await once(server, 'close')
    },
  }
}
