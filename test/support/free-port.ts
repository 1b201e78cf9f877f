/** Ports for programs that cannot choose one themselves. */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections, so that none takes it before the program does. Fetch refuses 10080. */
const FIRST = 10_081
const END = 20_000
/** Never twice in a process: whoever was given one may not listen yet. */
const GIVEN = new Set<number>()

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END)
    if (GIVEN.has(port)) continue
    const server = createServer().listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
      continue
    }
    server.close()
    await once(server, 'close')
    GIVEN.add(port)
    return port
  }
}
