/**
 * Pending requests of this process, of fetch, undici, node:http and in-process ones, during which fake time must stop.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'

const underWay = new Set<object>()
/** Held requests, such as a hang, which are not awaited. */
const pending = new WeakSet<object>()
let events = 0
let watchers = 0

type MessageListener = (message: unknown) => void
const begin = (request: object): void => {
  underWay.add(request)
  events++
}
const end = (request: object): void => {
  if (underWay.delete(request)) events++
}
const moveOn = (request: object): void => {
  pending.delete(request)
  events++
}
const ofRequest =
  (act: (request: object) => void): MessageListener =>
  (message) =>
    act((message as { request: object }).request)

const CHANNELS: Readonly<Record<string, MessageListener>> = {
  'undici:request:create': ofRequest(begin),
  'undici:request:headers': ofRequest(moveOn),
  'undici:request:trailers': ofRequest(end),
  'undici:request:error': ofRequest(end),
  'http.client.request.start': ofRequest((request) => {
    begin(request)
    ;(request as NodeJS.EventEmitter).once('close', () => end(request))
  }),
}

export function watchRequests(): () => void {
  if (watchers++ === 0) for (const [name, listener] of Object.entries(CHANNELS)) subscribe(name, listener)
  return () => {
    if (--watchers === 0) for (const [name, listener] of Object.entries(CHANNELS)) unsubscribe(name, listener)
  }
}

/** Counts an in-process request as pending until it settles. */
export async function whilePendingRequests<Value>(asked: () => Promise<Value>): Promise<Value> {
  const token = {}
  begin(token)
  try {
    return await asked()
  } finally {
    end(token)
  }
}

/** Whether a pending request may still make progress. */
export function isBusy(): boolean {
  for (const request of underWay) if (!pending.has(request)) return true
  return false
}

export function eventCount(): number {
  return events
}

/** Treats all pending requests as held until they make progress. */
export function giveUpWaiting(): void {
  for (const request of underWay) pending.add(request)
}
