/** A connection to a server that stops, loses bytes, is cut and resumes on command. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Line {
  readonly port: number
  /** All that clients have sent since the last byte of the server that was passed on. */
  readonly unanswered: string
  /** Holds all traffic, including the end of connections. */
  hold(): void
  /** Swallows replies or all traffic. TCP never delivers what follows a lost byte: such connections stay half-open. */
  lose(what: 'replies' | 'all'): void
  /** Ends all connections. */
  cut(): void
  /** Passes traffic again, beginning with what is held. */
  resume(): void
  stop(): Promise<void>
}

export async function startLine(to: number): Promise<Line> {
  const sockets = new Set<Socket>()
  let isHeld = false
  let lost: 'nothing' | 'replies' | 'all' = 'nothing'
  let unanswered = ''
  const held: (() => void)[] = []
  const inOrder = (act: () => void): void => void (isHeld ? held.push(act) : act())
  const pass = (from: Socket, into: Socket, isLost: () => boolean): void => {
    let hasLost = false
    from.on('data', (bytes) =>
      inOrder(() => {
        hasLost ||= isLost()
        if (!hasLost && !into.destroyed) into.write(bytes)
      }),
    )
    from.once('close', () => inOrder(() => void (isLost() || into.destroy())))
    from.on('error', () => {})
  }
  const server = createServer((client) => {
    const target = connect(to, '127.0.0.1')
    for (const socket of [client, target]) {
      socket.setNoDelay(true)
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    }
    client.on('data', (bytes) => {
      unanswered += bytes
    })
    target.on('data', () =>
      inOrder(() => {
        unanswered = ''
      }),
    )
    pass(client, target, () => lost === 'all')
    pass(target, client, () => lost !== 'nothing')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    get unanswered() {
      return unanswered
    },
    hold() {
      isHeld = true
    },
    lose(what) {
      lost = what
    },
    cut,
    resume() {
      isHeld = false
      lost = 'nothing'
      for (const act of held.splice(0)) act()
    },
    async stop() {
      server.close()
      cut()
      await once(server, 'close')
    },
  }
}
