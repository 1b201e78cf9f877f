/** Ports for programs that cannot choose one themselves. */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections, so that none takes it before the program does. */
const FIRST = 10_000
const END = 20_000

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END)
    const server = createServer().listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
    } catch {
      continue
    }
    server.close()
    await once(server, 'close')
    return port
  }
}
