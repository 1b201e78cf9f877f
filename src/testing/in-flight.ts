/**
 * Which requests of this process are on their way: those of `fetch` and undici and those of node:http, as Node reports
 * them, and those that are asked in process. Fake time must not run on while one is.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'

const underWay = new Set<object>()
/** Those that somebody holds, a hang for one: there is no use in waiting for them. */
const held = new WeakSet<object>()
let events = 0
let watchers = 0

type Listener = (message: unknown) => void
const begin = (request: object): void => {
  underWay.add(request)
  events++
}
const end = (request: object): void => {
  if (underWay.delete(request)) events++
}
const isStep = (request: object): void => {
  held.delete(request)
  events++
}
const ofRequest =
  (act: (request: object) => void): Listener =>
  (message) =>
    act((message as { request: object }).request)

const CHANNELS: Readonly<Record<string, Listener>> = {
  'undici:request:create': ofRequest(begin),
  'undici:request:headers': ofRequest(isStep),
  'undici:request:trailers': ofRequest(end),
  'undici:request:error': ofRequest(end),
  'http.client.request.start': ofRequest((request) => {
    begin(request)
    ;(request as NodeJS.EventEmitter).once('close', () => end(request))
  }),
}

/** Begins to watch; what it returns ends that. */
export function watchRequests(): () => void {
  if (watchers++ === 0) for (const [name, listener] of Object.entries(CHANNELS)) subscribe(name, listener)
  return () => {
    if (--watchers === 0) for (const [name, listener] of Object.entries(CHANNELS)) unsubscribe(name, listener)
  }
}

/** Takes a request that needs no connection for one that is under way until it has settled. */
export async function whileUnderWay<Value>(asked: () => Promise<Value>): Promise<Value> {
  const token = {}
  begin(token)
  try {
    return await asked()
  } finally {
    end(token)
  }
}

/** Whether something is under way that may well move on by itself. */
export function isBusy(): boolean {
  for (const request of underWay) if (!held.has(request)) return true
  return false
}

/** Rises whenever a request begins, moves on or ends. */
export function eventCount(): number {
  return events
}

/** From now on nobody waits for those that are under way, unless they move on. */
export function giveUpWaiting(): void {
  for (const request of underWay) held.add(request)
}
