/** Events of a control call as `text/event-stream`, for as long as their reader reads. */
import type { ServerResponse } from 'node:http'
import { setTimer } from '../clock/timers.js'
import type { ControlEvent } from '../control/define.js'

/** Whatever stands between lets a connection go that is silent for long. */
const ALIVE_MS = 5000

/** Resolves when there are no more, or when `gone` says that nobody reads. What is not taken is waited for. */
export async function sendEvents(
  response: ServerResponse,
  events: AsyncIterable<ControlEvent>,
  gone: AbortSignal,
): Promise<void> {
  response.setHeader('content-type', 'text/event-stream; charset=utf-8')
  response.setHeader('cache-control', 'no-store')
  // Some reverse proxies gather what they pass on.
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
    // Such as a store that was closed after the connections of its server: nobody is there to be told.
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
