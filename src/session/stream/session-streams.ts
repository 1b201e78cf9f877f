/** The open streams of a session: when frames are due on its clock, and one copy of each for all of them. */

import type { Channel } from '../../api/endpoints/stream-channels.js'
import type { ApiRequest } from '../../api/routing/request.js'
import { setTimer, yieldToEventLoop } from '../../kit/clock/timers.js'
import { getOrCreate } from '../../kit/maps.js'
import type { Session } from '../session.js'
import { StateLostError } from '../state-errors.js'
import type { ActiveRule } from './active-rule.js'
import { makeFrame, type StreamFrame } from './frames.js'

/** A stream, as its session drives it. */
export interface OpenStream {
  /** Does what is due at an instant: closes, sends delayed frames and, if prices may have changed, new ones. */
  step(atMs: number, isNews: boolean): void
  /** The next instant at which it has something to do in addition to news; Infinity for none. */
  nextMs(atMs: number): number
  /** Resolves when the frames so far were sent. */
  sent(): Promise<unknown>
  close(code: number, reason: string): void
}

/** State shared by the streams of all sessions of a server. */
export interface StreamServer {
  open: number
  readonly max: number
  /** Frames since the start. */
  sent: number
  received: number
  /** Streams of each session that has any open. */
  readonly homes: Map<Session, SessionStreams>
  /** Throws a StateLostError while shared state is out of reach. */
  requireCurrent(): void
  /** Called with internal errors. */
  onBug(error: unknown): void
}

export function streamsOf(session: Session, server: StreamServer): SessionStreams {
  return getOrCreate(server.homes, session, () => new SessionStreams(session, server))
}

/** Open streams of a server. */
export const MAX_STREAMS = 10_000

const ENDED = 'the session has ended'

/** Prices change with each second. */
const PACE_MS = 1000
/** Sends to a socket take tens of us each: other work has its turn in between. */
const STREAMS_PER_TURN = 100
/** Fast clocks skip frames that would follow each other closer in real time. */
const LEAST_REAL_MS = 20

export class SessionStreams {
  readonly session: Session
  readonly server: StreamServer
  readonly #open = new Set<OpenStream>()
  /** Frames of one instant and state, by channel, base and rule. */
  #frames = new Map<string, Promise<StreamFrame | undefined>>()
  #framesAtMs = Number.NaN
  #sentSecond: number
  #sentMoves: Session['moves']
  #sentMarket: string
  /** The instant that the timer is set for. */
  #nextMs = Number.POSITIVE_INFINITY
  #cancelTimer = (): void => {}
  #stepping: Promise<void> = Promise.resolve()
  /** Steps that have not ended. */
  #stepsLeft = 0
  /** Steps that have begun. */
  steps = 0
  readonly #stopFollowing: readonly (() => void)[]

  /** Follows the session until its last stream ends. */
  constructor(session: Session, server: StreamServer) {
    this.session = session
    this.server = server
    this.#sentSecond = this.#second()
    this.#sentMoves = session.moves
    this.#sentMarket = marketOf(session)
    this.#stopFollowing = [
      session.onChange(() => {
        this.#frames.clear()
        return this.#step()
      }),
      session.onEnd(() => this.closeAll(1001, ENDED)),
    ]
  }

  add(stream: OpenStream): void {
    this.server.open++
    this.#open.add(stream)
    if (this.session.hasEnded) stream.close(1001, ENDED)
    else this.wake(Math.min((this.#sentSecond + 1) * PACE_MS, stream.nextMs(this.session.nowMs())))
  }

  remove(stream: OpenStream): void {
    if (!this.#open.delete(stream)) return
    this.server.open--
    if (this.#open.size > 0) return
    this.server.homes.delete(this.session)
    this.#cancelTimer()
    for (const stop of this.#stopFollowing) stop()
  }

  closeAll(code: number, reason: string): void {
    for (const stream of [...this.#open]) stream.close(code, reason)
  }

  /** Closes a stream whose frame cannot be made; its client may connect again. */
  fail(stream: OpenStream, error: unknown): void {
    const isLost = error instanceof StateLostError
    if (!isLost) this.server.onBug(error)
    stream.close(isLost ? 1013 : 1011, isLost ? error.message : 'internal error')
  }

  /** The frame of a channel under a rule, made once for all streams. */
  frame(
    request: ApiRequest,
    channel: Channel,
    atMs: number,
    active: ActiveRule | undefined,
  ): Promise<StreamFrame | undefined> {
    if (this.#framesAtMs !== atMs) this.#frames.clear()
    this.#framesAtMs = atMs
    const { network, base } = request
    return getOrCreate(this.#frames, `${network} ${base} ${channel.name} ${active?.rule.index}`, () => {
      const counts = { call: active?.call ?? 0, firstFiredAtMs: active?.beginMs ?? atMs, waitMs: 0 }
      return makeFrame(this.session, request, channel, atMs, active?.rule.firing(channel.frame, atMs, counts))
    })
  }

  /** Sees to it that what is due at an instant is done then. */
  wake(dueMs: number): void {
    if (dueMs < this.#nextMs) this.#plan(dueMs)
  }

  #plan(nextMs: number): void {
    this.#cancelTimer()
    this.#nextMs = nextMs
    const { clock } = this.session
    const { mode, rate } = clock.origin()
    if (mode === 'frozen' || this.#open.size === 0) return
    const realMs = Math.ceil((nextMs - clock.nowMs()) / rate)
    this.#cancelTimer = setTimer(Math.max(realMs, rate > 1 ? LEAST_REAL_MS : 1), () => void this.#step())
  }

  #second(): number {
    return Math.floor(this.session.nowMs() / PACE_MS)
  }

  /** Resolves when all that is due was sent. Steps follow one another, so that a stream gets its frames in order. */
  async #step(): Promise<void> {
    const run = (): Promise<void> => this.#stepOnce().finally(() => void this.#stepsLeft--)
    this.#stepping = this.#stepsLeft++ === 0 ? run() : this.#stepping.then(run)
    await this.#stepping
    await Promise.all([...this.#open].map((stream) => stream.sent()))
  }

  /** On a running clock the next second shows another market, too. */
  async #stepOnce(): Promise<void> {
    const { session } = this
    try {
      this.server.requireCurrent()
    } catch (error) {
      for (const stream of [...this.#open]) this.fail(stream, error)
      return
    }
    const second = this.#second()
    const isFrozen = session.clock.setting().mode === 'frozen'
    const market = marketOf(session)
    const isMoved = session.moves !== this.#sentMoves || market !== this.#sentMarket
    const isNews = second !== this.#sentSecond || (isFrozen && isMoved)
    if (isNews) {
      this.#sentSecond = second
      this.#sentMoves = session.moves
      this.#sentMarket = market
    }
    const atMs = session.nowMs()
    this.steps++
    for (const [n, stream] of [...this.#open].entries()) {
      if (n > 0 && n % STREAMS_PER_TURN === 0) await yieldToEventLoop()
      if (this.#open.has(stream)) stream.step(atMs, isNews)
    }
    const dueMs = [...this.#open].map((stream) => stream.nextMs(atMs))
    this.#plan(dueMs.reduce((least, ms) => Math.min(least, ms), (second + 1) * PACE_MS))
  }
}

/** Names the prices of a session, apart from its moves, and how they are written; rules leave them as they are. */
function marketOf({ seed, dialect, scenario, countsId }: Session): string {
  const { events, prices, tokens } = scenario?.scenario ?? {}
  const isQuiet = events === undefined && prices === undefined && tokens === undefined
  return JSON.stringify([seed, dialect, isQuiet ? '' : countsId])
}
