/**
 * Makes the time line of a rehearsal while it happens: a session tells it of every request when it comes, and the
 * connection by which that is answered tells how it ended. It does not read the journal, whose ring forgets.
 */

import { ENDPOINTS } from '../endpoints/index.js'
import type { Connection } from '../exchange/connection.js'
import type { Reply } from '../exchange/reply.js'
import type { ApiRequest } from '../exchange/request.js'
import type { Line } from '../journal/entry.js'
import type { Scenario } from '../scenario/schema.js'
import type { ObservedPrice, Recorder } from '../session/recorder.js'
import type { Session } from '../session/session.js'
import { type ContentReader, createContentReader } from './contents.js'
import { flawOf, metOf } from './fate.js'
import { marketLinesOf } from './market-lines.js'
import { toObservation } from './observations.js'
import type {
  Asked,
  Content,
  Fate,
  Observation,
  Phase,
  Program,
  Timeline,
  TimelineRequest,
} from './timeline.js'
import { eventWindowsOf, ruleWindowsOf } from './windows.js'

export interface Recording {
  /** Resolves as soon as a good reply has been sent; the time line begins with the request that got it. */
  readonly firstGood: Promise<void>
  /** Ms on the time line. */
  nowMs(): number
  observe(price: ObservedPrice, client?: number): void
  /** Is told of each request when it has ended. */
  onEnd: ((request: TimelineRequest) => void) | undefined
  /** Ends the recording. */
  stop(): void
  /** All of it up to now. `loadedMs` is when the scenario was loaded. */
  timeline(rest: Rest): Timeline
}

export interface Rest {
  readonly name: string
  readonly scenario: Scenario
  readonly loadedMs: number
  readonly phases: readonly Phase[]
  readonly programs: readonly Program[]
}

/** Begins to take down what happens in `session`. */
export function record(session: Session): Recording {
  const recording = new SessionRecording(session)
  session.recorder = recording
  return recording
}

/** One request; few fields and shared objects, as there may be a million. */
class Recorded implements TimelineRequest {
  readonly n: number
  readonly asked: Asked
  readonly fate: Fate
  atMs: number
  endMs: number | null = null
  end: TimelineRequest['end'] = 'open'
  content: Content | null = null

  constructor(n: number, asked: Asked, fate: Fate, atMs: number) {
    this.n = n
    this.asked = asked
    this.fate = fate
    this.atMs = atMs
  }
}

class SessionRecording implements Recorder, Recording {
  readonly firstGood: Promise<void>
  onEnd: Recording['onEnd']
  readonly #session: Session
  readonly #requests: Recorded[] = []
  readonly #asked = new Map<string, Asked>()
  readonly #fates = new Map<string, Fate>()
  readonly #contents: ContentReader
  readonly #observations: Observation[] = []
  #originMs: number
  #begin: (() => void) | undefined

  constructor(session: Session) {
    this.#session = session
    this.#originMs = session.nowMs()
    this.#contents = createContentReader(session.catalogue, () => this.#originMs)
    this.firstGood = new Promise((resolve) => {
      this.#begin = resolve
    })
  }

  nowMs(): number {
    return this.#session.nowMs() - this.#originMs
  }

  arrived(request: ApiRequest, line: Line, connection: Connection): Connection {
    const asked = this.#askedOf(request)
    const recorded = new Recorded(line.n, asked, this.#fateOf(line), request.atMs - this.#originMs)
    this.#requests.push(recorded)
    return new RecordedConnection(connection, recorded, request.search, this)
  }

  observe(price: ObservedPrice, client = 0): void {
    this.#observations.push(toObservation(price, this.#session.catalogue, this.nowMs(), client))
  }

  /** The whole of a reply has been handed to the connection. */
  sent(request: Recorded, reply: Reply, search: string): void {
    const { asked, fate } = request
    if (fate.met === 'good' && this.#begin !== undefined && asked.endpoint !== null) this.#beginWith(request)
    if ((fate.met === 'good' || fate.met === 'wrong') && reply.status < 300)
      request.content = this.#contents.read(
        reply,
        { network: asked.network, endpoint: asked.endpoint, search },
        flawOf(fate.outcome),
        this.nowMs(),
      )
    this.ended(request, 'answered')
  }

  ended(request: Recorded, end: 'answered' | 'given-up'): void {
    if (request.end !== 'open') return
    request.end = end
    request.endMs = this.nowMs()
    this.onEnd?.(request)
  }

  stop(): void {
    if (this.#session.recorder === this) this.#session.recorder = undefined
  }

  timeline({ name, scenario, loadedMs, phases, programs }: Rest): Timeline {
    const observations = [...this.#observations]
    return {
      scenario: name,
      seed: this.#session.seed,
      startedAtMs: this.#originMs,
      phases,
      requests: this.#requests,
      contents: this.#contents.all,
      rules: ruleWindowsOf(scenario, loadedMs),
      events: eventWindowsOf(scenario, loadedMs),
      observations,
      programs,
      market: marketLinesOf(this.#session, this.#originMs, phases, scenario, observations),
    }
  }

  /** The time line begins with the first request that is answered well; what came before lies below zero. */
  #beginWith({ atMs }: Recorded): void {
    this.#originMs += atMs
    for (const request of this.#requests) {
      request.atMs -= atMs
      if (request.endMs !== null) request.endMs -= atMs
    }
    this.#begin?.()
    this.#begin = undefined
  }

  #askedOf(request: ApiRequest): Asked {
    const { network, base, endpoint, method, url } = request
    const requestId = request.header('x-request-id')
    const userAgent = request.header('user-agent') ?? null
    const key = `${network} ${base} ${method} ${url} ${requestId ?? ''} ${userAgent ?? ''}`
    let asked = this.#asked.get(key)
    if (asked === undefined) {
      const question = requestId === undefined ? questionOf(request) : `id ${requestId}`
      asked = { network, base, endpoint: endpoint ?? null, method, url, question, client: 0, userAgent }
      // One that bears an id is asked once or twice, and never again.
      if (requestId === undefined) this.#asked.set(key, asked)
    }
    return asked
  }

  #fateOf({ kind: { rule, status, outcome }, retryAfterSeconds }: Line): Fate {
    const key = `${rule} ${status} ${outcome} ${retryAfterSeconds}`
    let fate = this.#fates.get(key)
    if (fate === undefined) {
      const retryAfterMs = retryAfterSeconds === undefined ? null : retryAfterSeconds * 1000
      fate = { met: metOf(outcome, status), rule, status, outcome, retryAfterMs }
      this.#fates.set(key, fate)
    }
    return fate
  }
}

const PARAMS: ReadonlyMap<string, readonly string[]> = new Map(
  ENDPOINTS.map(({ id, params }) => [id, Object.keys(params).sort()]),
)

/** Network, endpoint and what the endpoint reads of the query, in one order: other parameters ask nothing. */
function questionOf({ network, endpoint, url, search }: ApiRequest): string {
  const names = endpoint === undefined ? undefined : PARAMS.get(endpoint)
  if (names === undefined) return `${network} ${url}`
  const given = search === '' || names.length === 0 ? undefined : new URLSearchParams(search)
  const query = names.flatMap((name) => {
    const value = given?.get(name)
    return value === null || value === undefined ? [] : [`${name}=${value}`]
  })
  return [network, endpoint, ...query].join(' ')
}

/** Passes on what is done to a connection, and tells how the request ended. */
class RecordedConnection implements Connection {
  readonly headOnly: boolean
  readonly #to: Connection
  readonly #request: Recorded
  readonly #search: string
  readonly #recording: SessionRecording
  #reply: Reply | undefined

  constructor(to: Connection, request: Recorded, search: string, recording: SessionRecording) {
    this.#to = to
    this.#request = request
    this.#search = search
    this.#recording = recording
    this.headOnly = to.headOnly
  }

  send(reply: Reply): void {
    this.#to.send(reply)
    this.#recording.sent(this.#request, reply, this.#search)
  }

  head(reply: Reply, headers?: Readonly<Record<string, string>>): void {
    this.#reply = reply
    this.#to.head(reply, headers)
  }

  write(bytes: Buffer): void {
    this.#to.write(bytes)
  }

  end(): void {
    const wasGone = this.gone
    this.#to.end()
    if (!wasGone && this.#reply !== undefined) this.#recording.sent(this.#request, this.#reply, this.#search)
  }

  raw(bytes: Buffer): void {
    this.#to.raw(bytes)
    this.#recording.ended(this.#request, 'answered')
  }

  reset(): void {
    this.#to.reset()
    this.#recording.ended(this.#request, 'answered')
  }

  close(): void {
    const wasGone = this.gone
    this.#to.close()
    // One that was held and is freed in the end never got an answer.
    if (!wasGone && this.#request.fate.met !== 'silent') this.#recording.ended(this.#request, 'answered')
  }

  elapsedMs(): number {
    return this.#to.elapsedMs()
  }

  /** Whoever has gone before there was an answer has given up. */
  get gone(): boolean {
    const { gone } = this.#to
    if (gone) this.#recording.ended(this.#request, 'given-up')
    return gone
  }

  async wait(ms: number): Promise<boolean> {
    const cutShort = await this.#to.wait(ms)
    if (cutShort) void this.gone
    return cutShort
  }
}
