/**
 * A port that accepts no connection: clients wait until their connect timeout. Node accepts whatever arrives, so a thread listens and
 * then sleeps, and connections of this process fill its backlog.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { realMillisecond } from '../../kit/clock/timers.js'

/** Sleeps as soon as the port listens, before its event loop would accept. */
const LISTEN = `
const { parentPort, workerData } = require('node:worker_threads')
const report = (message) => parentPort.postMessage(message)
const server = require('node:net').createServer()
server.on('error', ({ code }) => report(code))
server.listen({ ...workerData, backlog: 1 }, () => {
  report('listening')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
})`

/** More than a backlog of 1 takes on any system; the others wait as clients do. */
const FILLERS = 4

/** Time for the first of them to connect. It never does where clients have filled the backlog before. */
const LONGEST_MS = 1000

/** Rejects if the port is not available. */
export async function fillBacklog(host: string, port: number): Promise<{ release(): Promise<void> }> {
  const worker = new Worker(LISTEN, { eval: true, workerData: { host, port } })
  worker.unref()
  const fillers: Socket[] = []
  const release = async (): Promise<void> => {
    for (const filler of fillers) filler.destroy()
    await worker.terminate()
  }
  try {
    const [message] = await once(worker, 'message')
    if (message !== 'listening') throw new Error(`cannot listen on ${host}:${port}: ${message}`)
    for (let n = 0; n < FILLERS; n++) fillers.push(connect({ host, port }).on('error', () => {}))
    // All have asked when the first is connected. In real time, as that of a rehearsal may jump.
    for (let ms = 0; fillers[0]!.connecting && ms < LONGEST_MS; ms++) await realMillisecond()
  } catch (error) {
    await release()
    throw error
  }
  return { release }
}
