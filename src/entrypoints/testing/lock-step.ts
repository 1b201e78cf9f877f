/** Virtual time and a test's fake timers, advanced together. */

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { nextTurn, realMillisecond } from '../../kit/clock/timers.js'
import { UserError } from '../../kit/errors.js'
import type { Duration } from '../../scenario/input.js'
import { requireBefore2100 } from '../../server/control/clock.js'
import type { Session } from '../../session/session.js'
import type { FakeTimers } from './api.js'
import { moveBy, toMs } from './usage-errors.js'

/** Idle turns after which promises and requests have settled. */
const QUIET_TURNS = 4
/** Turns between two real waits while a request is pending. */
const TURNS_PER_WAIT = 50
/** Real ms without progress after which a request counts as held. */
const MAX_SILENT_MS = 200

export async function advanceInLockStep(
  { clock }: Session,
  by: Duration,
  timers: FakeTimers,
  step: Duration,
): Promise<void> {
  const stepMs = toMs(step, 'the step')
  if (stepMs === 0)
    throw new UserError('the step cannot be used', step, "write a duration above zero, such as '10ms'")
  if (clock.setting().mode !== 'frozen')
    throw new UserError(
      'a running clock cannot be moved in lock-step',
      'its mode is real',
      "start with clock: { mode: 'frozen' }, whatever the scenario says, or freeze it: clock.set({ mode: 'frozen' })",
    )
  const tick = tickOf(timers)
  let leftMs = toMs(by, 'the time to advance by')
  moveBy(by, (ms) => requireBefore2100(clock.nowMs() + ms))
  await settle(() => tick(0))
  while (leftMs > 0) {
    const ms = Math.min(stepMs, leftMs)
    clock.advance(ms)
    tick(ms)
    await settle(() => tick(0))
    leftMs -= ms
  }
}

function tickOf(timers: FakeTimers): (ms: number) => unknown {
  if ('advanceTimersByTime' in timers) return (ms) => timers.advanceTimersByTime(ms)
  if ('tick' in timers) return (ms) => timers.tick(ms)
  throw new UserError(
    'the timers cannot be moved',
    'they have neither advanceTimersByTime nor tick',
    'give vi, jest, a clock of sinon, or mock.timers of node:test',
  )
}

/**
 * Waits until promises and requests have settled. `runDue` runs what fake timers hold for the present instant: fetch waits for a
 * `setImmediate` before it uses a connection again.
 */
export async function settle(runDue: () => unknown = () => {}): Promise<void> {
  let seen = events
  let quiet = 0
  let silentMs = 0
  for (let turns = 1; quiet < QUIET_TURNS; turns++) {
    await nextTurn()
    if (events !== seen) {
      seen = events
      quiet = 0
      silentMs = 0
    } else if ([...underWay].every((request) => pending.has(request))) quiet++
    else if (turns % TURNS_PER_WAIT === 0) {
      await realMillisecond()
      if (++silentMs < MAX_SILENT_MS) continue
      // Treats all pending requests as held until they make progress.
      for (const request of underWay) pending.add(request)
    } else runDue()
  }
}

/** Pending requests of this process, of fetch, undici, node:http and in-process ones, during which fake time must stop. */
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
