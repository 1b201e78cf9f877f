/** One open stream: its subscriptions, the frames that it is due, and the rule that acts on it. All of it follows the virtual clock. */

import { type Channel, channelOf } from '../../api/endpoints/stream-channels.js'
import type { ApiRequest } from '../../api/routing/request.js'
import { startStopwatch } from '../../kit/clock/timers.js'
import { faultKeyOf } from '../../scenario/effect.js'
import type { RulesRun } from '../../scenario/run.js'
import type { JournalRecord, StreamFacts } from '../journal/entry.js'
import type { Session } from '../session.js'
import { type ActiveRule, frameRulesOf } from './active-rule.js'
import {
  ackFrame,
  type ClientFrame,
  errorFrame,
  INVALID,
  MAX_CHANNELS,
  readClientFrame,
} from './client-frame.js'
import type { StreamFrame } from './frames.js'
import type { OpenStream, SessionStreams } from './session-streams.js'

/** The other end of a stream: a socket, or a caller in process. */
export interface StreamPeer {
  send(frame: Buffer): void
  /** Bytes that were sent and not read yet. */
  readonly unreadBytes: number
  /** Closes it with a code and a reason; 1006 breaks the connection without either. */
  close(code: number, reason: string): void
  /** Called with the stream, which takes messages from now on. */
  opened(stream: PriceStream): void
}

/** Limits what a client leaves unread, and the replies to its messages that a rule delays. */
const MAX_UNREAD_BYTES = 1 << 20
/** Kept per stream in the journal. */
const MAX_FAULTS = 20

interface Subscription {
  readonly channel: Channel
  /** The rule that acted when it was made. */
  readonly under: ActiveRule | undefined
  /** Steps of its session before it was made. */
  readonly steps: number
}

interface LateFrame {
  readonly frame: StreamFrame
  /** Virtual ms since 1970. */
  readonly pushedAtMs: number
  readonly dueMs: number
}

export class PriceStream implements OpenStream {
  readonly request: ApiRequest
  /** Virtual ms since 1970. */
  readonly openedAtMs: number
  /** The run that counted its handshake. */
  readonly runId: string
  readonly #home: SessionStreams
  readonly #session: Session
  readonly #peer: StreamPeer
  readonly #openMs = startStopwatch()
  readonly #entry: JournalRecord
  readonly #facts: StreamFacts
  readonly #subscribed = new Map<string, Subscription>()
  /** Frames that a rule delays, in order. */
  #late: LateFrame[] = []
  /** Bytes of those of them that reply to messages, of which a client may send any number. */
  #lateReplyBytes = 0
  /** Rules that may act on it, of the run. */
  #rules: readonly ActiveRule[] = []
  #run: RulesRun | undefined
  /** Id of the rule that acted last. */
  #acting: string | undefined
  #sending: Promise<unknown> = Promise.resolve()
  #isOver = false

  constructor(home: SessionStreams, request: ApiRequest, entry: JournalRecord, peer: StreamPeer) {
    this.#home = home
    this.#session = home.session
    this.request = request
    this.#entry = entry
    this.#peer = peer
    this.openedAtMs = this.#session.nowMs()
    this.runId = entry.run
    this.#facts = { openMs: null, sent: 0, received: 0, channels: [], faults: [], closed: null }
    this.#entry.stream = this.#facts
    home.add(this)
    this.#amend()
  }

  /** Takes a message of the client. */
  receive(data: Buffer, isBinary = false): void {
    if (this.#isOver) return
    this.#home.server.received++
    this.#facts.received++
    const atMs = this.#session.nowMs()
    const given = readClientFrame(data, isBinary)
    if (given === undefined) this.#push({ bytes: errorFrame(INVALID) }, atMs)
    else this.#obey(given, atMs)
  }

  #obey(given: ClientFrame, atMs: number): void {
    const fresh = given.op === 'subscribe' ? this.#subscribe(given.channels, atMs) : []
    if (given.op === 'unsubscribe') for (const name of given.channels) this.#subscribed.delete(name)
    this.#push({ bytes: ackFrame(this.#subscribed.keys()) }, atMs)
    for (const subscription of fresh) this.#pushData(subscription, atMs)
    this.#facts.channels = [...this.#subscribed.keys()]
    this.#amend()
  }

  /** Adds the channels that exist and are new, and returns them; sends an error frame about the others. */
  #subscribe(names: readonly string[], atMs: number): readonly Subscription[] {
    const { network, base } = this.request
    const world = this.#session.worldIn(this.#session.dialect, network, base)
    const fresh = new Map<string, Subscription>()
    const unknown: string[] = []
    for (const name of new Set(names)) {
      if (this.#subscribed.has(name)) continue
      const channel = channelOf(name, world)
      if (channel === undefined) unknown.push(name)
      else fresh.set(name, { channel, under: this.#activeAt(atMs), steps: this.#home.steps })
    }
    if (this.#subscribed.size + fresh.size > MAX_CHANNELS) {
      this.#push({ bytes: errorFrame(TOO_MANY, [...fresh.keys()]) }, atMs)
      return []
    }
    if (unknown.length > 0) this.#push({ bytes: errorFrame(UNKNOWN, unknown) }, atMs)
    for (const [name, subscription] of fresh) this.#subscribed.set(name, subscription)
    return [...fresh.values()]
  }

  step(atMs: number, isNews: boolean): void {
    const active = this.#activeAt(atMs)
    this.#noteFault(active, atMs)
    if (active?.drop && active.drop.atMs <= atMs) this.close(active.drop.code, `rule ${active.rule.id}`)
    this.#sendLate(atMs)
    if (!isNews || this.#isOver) return
    // One that was made since this step began has its snapshot.
    const due = [...this.#subscribed.values()].filter(({ steps }) => steps < this.#home.steps)
    for (const subscription of due) this.#pushData(subscription, atMs)
  }

  sent(): Promise<unknown> {
    return this.#sending
  }

  nextMs(atMs: number): number {
    this.#activeAt(atMs)
    const due = [...this.#rules.map(({ drop }) => drop?.atMs), this.#late[0]?.dueMs]
    return due.reduce<number>(
      (least, ms) => (ms !== undefined && ms > atMs ? Math.min(least, ms) : least),
      Number.POSITIVE_INFINITY,
    )
  }

  /** Closes it from this side. */
  close(code: number, reason: string): void {
    if (this.#isOver) return
    this.#end(code, 'server')
    this.#peer.close(code, reason)
  }

  /** Notes its end, by the client or by the protocol. */
  ended(code: number, side: 'client' | 'server'): void {
    if (!this.#isOver) this.#end(code, side)
  }

  #end(code: number, side: 'client' | 'server'): void {
    this.#isOver = true
    this.#late = []
    this.#home.remove(this)
    this.#facts.openMs = Math.round(this.#openMs())
    this.#facts.closed = { code, side }
    this.#amend()
  }

  #amend(): void {
    this.#session.journal.amended(this.#entry)
    this.#session.recorder?.streamed(this.#entry, this.#facts)
  }

  #activeAt(atMs: number): ActiveRule | undefined {
    const run = this.#session.scenario?.rules
    if (run !== this.#run) {
      this.#run = run
      this.#rules = frameRulesOf(run, this)
    }
    return run && this.#rules.find(({ rule }) => rule.isInTime(atMs - run.loadedAtMs))
  }

  #noteFault(active: ActiveRule | undefined, atMs: number): void {
    if (active?.rule.id === this.#acting) return
    this.#acting = active?.rule.id
    const { faults } = this.#facts
    const last = faults.at(-1)
    if (last !== undefined) last.untilMs ??= atMs
    if (active !== undefined && faults.length < MAX_FAULTS) {
      const { id, rule } = active.rule
      faults.push({ rule: id, fault: faultKeyOf(rule.fault), fromMs: atMs, untilMs: null })
    }
    this.#amend()
  }

  #pushData({ channel, under }: Subscription, atMs: number): void {
    const active = this.#activeAt(atMs)
    const withholds = active?.effect.withholds
    if (withholds === 'all' || (withholds === 'new' && under === active)) return
    this.#push(this.#home.frame(this.request, channel, atMs, active), atMs)
  }

  /** Sends a frame after those before it, as the active rule lets it. */
  #push(frame: StreamFrame | Promise<StreamFrame | undefined>, atMs: number): void {
    const active = this.#activeAt(atMs)
    this.#noteFault(active, atMs)
    const { withholds, lateMs = 0 } = active?.effect ?? {}
    if (withholds === 'all') return
    this.#sending = this.#sending
      .then(async () => this.#sendIn(lateMs, await frame, atMs))
      .catch((error: unknown) => this.#home.fail(this, error))
  }

  #sendIn(lateMs: number, frame: StreamFrame | undefined, atMs: number): void {
    if (frame === undefined || this.#isOver) return
    if (lateMs === 0 && this.#late.length === 0) {
      this.#send(frame)
      return
    }
    this.#late.push({ frame, pushedAtMs: atMs, dueMs: atMs + lateMs })
    this.#lateReplyBytes += replyBytes(frame)
    if (this.#lateReplyBytes > MAX_UNREAD_BYTES) this.close(1006, 'too many messages to a slow stream')
    else this.#home.wake(this.#late[0]!.dueMs)
  }

  /** Sends what is due, and what was delayed before the clock was set back, with all before it. */
  #sendLate(atMs: number): void {
    const undone = this.#late.findLastIndex(({ pushedAtMs }) => pushedAtMs > atMs)
    const waiting = this.#late.findIndex(({ dueMs }, n) => n > undone && dueMs > atMs)
    for (const { frame } of this.#late.splice(0, waiting === -1 ? this.#late.length : waiting)) {
      this.#lateReplyBytes -= replyBytes(frame)
      this.#send(frame)
    }
  }

  #send(frame: StreamFrame): void {
    if (this.#isOver) return
    if (this.#peer.unreadBytes > MAX_UNREAD_BYTES) {
      this.close(1006, 'the client does not read')
      return
    }
    this.#facts.sent++
    this.#home.server.sent++
    if (frame.data !== undefined) this.#session.recorder?.framed(this.#entry, frame.bytes, frame.data)
    this.#peer.send(frame.bytes)
  }
}

function replyBytes({ bytes, data }: StreamFrame): number {
  return data === undefined ? bytes.length : 0
}

const TOO_MANY = `a stream has at most ${MAX_CHANNELS} channels`
const UNKNOWN =
  'no such channel: prices, or candles:SYMBOL:PERIOD with a symbol and a period of /v1/prices/ohlcv'
