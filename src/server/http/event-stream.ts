/** Sends the events of a control call as `text/event-stream`. */
import type { ServerResponse } from 'node:http'
import { setTimer } from '../../kit/clock/timers.js'
import type { ControlEvent } from '../control/define.js'

/** Keep-alive interval: intermediaries close silent connections. */
const ALIVE_MS = 5000

/** Resolves at the end of the events or when `gone` aborts. Waits while the client does not read. */
export async function sendEvents(
  response: ServerResponse,
  events: AsyncIterable<ControlEvent>,
  gone: AbortSignal,
): Promise<void> {
  response.setHeader('content-type', 'text/event-stream; charset=utf-8')
  response.setHeader('cache-control', 'no-store')
  // Some reverse proxies buffer otherwise.
  response.setHeader('x-accel-buffering', 'no')
  if (response.req.method === 'HEAD') return void response.end()
  response.flushHeaders()
  const stop = keepAlive(response)
  try {
    for await (const { event, data } of events) {
      if (gone.aborted) return
      if (!response.write(`event: ${event}\ndata: ${data}\n\n`)) await drained(response, gone)
      if (gone.aborted) return
    }
    response.end()
  } catch (error) {
    // For example a store closed after the server's connections: no client is left.
    if (!gone.aborted) throw error
  } finally {
    stop()
  }
}

function keepAlive(response: ServerResponse): () => void {
  let callOff = () => {}
  const beat = () => {
    if (!response.writableNeedDrain) response.write(':\n\n')
    callOff = setTimer(ALIVE_MS, beat)
  }
  callOff = setTimer(ALIVE_MS, beat)
  return () => callOff()
}

function drained(response: ServerResponse, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done)
      gone.removeEventListener('abort', done)
      resolve()
    }
    response.on('drain', done)
    gone.addEventListener('abort', done)
    if (gone.aborted) done()
  })
}
