/**
 * Records the timeline of a rehearsal: the session reports each request on arrival, and its connection reports the end. Independent of the
 * journal, which evicts entries.
 */

import type { Connection } from '../api/routing/connection.js'
import type { Reply } from '../api/routing/reply.js'
import type { ApiRequest } from '../api/routing/request.js'
import { retryAfterOf } from '../api/routing/retry-after.js'
import type { Observation, Phase, Program, Timeline, TimelineRequest } from '../grading/timeline.js'
import type { Scenario } from '../scenario/schema.js'
import type { JournalRecord } from '../session/journal/entry.js'
import type { ObservedPrice, Recorder } from '../session/recorder.js'
import type { Session } from '../session/session.js'
import { type Alike, createAlike } from './alike.js'
import { type ContentReader, createContentReader } from './contents.js'
import { marketLinesOf } from './market-lines.js'
import { toObservation } from './observations.js'
import { type Listener, Recorded, RecordedConnection } from './recorded.js'
import { eventWindowsOf, ruleWindowsOf } from './windows.js'

export interface Recording {
  /** Resolves when a good reply has been sent; the timeline begins with its request. */
  readonly firstGood: Promise<void>
  readonly hasBegun: boolean
  /** Time on the timeline. */
  nowMs(): number
  /** Requests since the start. */
  readonly requestCount: number
  observe(price: ObservedPrice, client?: number): void
  /** Called for invalid observations, for example of an unknown token. */
  onRefusal: ((error: unknown) => void) | undefined
  /** Called for each request when it has ended. */
  onEnd: ((request: TimelineRequest) => void) | undefined
  /** Ends the recording; open requests stay open. */
  stop(): void
  /** The timeline up to now. `loadedMs` is the load time of the scenario. */
  timeline(rest: Rest): Timeline
}

export interface Rest {
  readonly name: string
  readonly scenario: Scenario
  readonly loadedMs: number
  readonly phases: readonly Phase[]
  readonly programs: readonly Program[]
  readonly isCutShort?: boolean
}

/** Starts recording `session`. `clientOf` distinguishes copies of a program; by default all are one. */
export function record(session: Session, clientOf?: (request: ApiRequest) => number): Recording {
  const recording = new SessionRecording(session, clientOf)
  session.recorder = recording
  return recording
}

/** Bounds the memory for clients that request random paths. */
const MAX_UNMATCHED = 1000

class SessionRecording implements Recorder, Recording, Listener {
  readonly firstGood: Promise<void>
  onEnd: Recording['onEnd']
  onRefusal: Recording['onRefusal']
  readonly #session: Session
  readonly #requests: Recorded[] = []
  readonly #alike: Alike = createAlike()
  readonly #contents: ContentReader
  readonly #observations: Observation[] = []
  readonly #unmatched = new Map<string, number>()
  readonly #clientOf: (request: ApiRequest) => number
  #originMs: number
  #begin: (() => void) | undefined
  #isOver = false

  constructor(session: Session, clientOf: (request: ApiRequest) => number = () => 0) {
    this.#session = session
    this.#clientOf = clientOf
    this.#originMs = session.nowMs()
    this.#contents = createContentReader(session.catalogue, () => this.#originMs)
    this.firstGood = new Promise((resolve) => {
      this.#begin = resolve
    })
  }

  get hasBegun(): boolean {
    return this.#begin === undefined
  }

  get requestCount(): number {
    return this.#requests.filter(({ atMs }) => atMs >= 0).length
  }

  nowMs(): number {
    return this.#session.nowMs() - this.#originMs
  }

  arrived(request: ApiRequest, line: JournalRecord, connection: Connection): Connection {
    const asked = this.#alike.askedOf(request, line, this.#clientOf(request))
    const recorded = new Recorded(line.n, asked, this.#alike.fateOf(line), request.atMs - this.#originMs)
    this.#requests.push(recorded)
    return new RecordedConnection(connection, recorded, request, line, this)
  }

  observe(price: ObservedPrice, client = 0): void {
    if (this.#isOver) return
    try {
      this.#observations.push(toObservation(price, this.#session.catalogue, this.nowMs(), client))
    } catch (error) {
      this.onRefusal?.(error)
      throw error
    }
  }

  unmatched(path: string): void {
    if (this.#isOver) return
    const below = path.replace(/^\/s\/[^/]*/, '')
    if (this.#unmatched.size < MAX_UNMATCHED || this.#unmatched.has(below))
      this.#unmatched.set(below, (this.#unmatched.get(below) ?? 0) + 1)
  }

  /** The whole reply was handed to the connection. */
  sent(request: Recorded, reply: Reply, { search }: ApiRequest, line: JournalRecord): void {
    if (this.#isOver) return
    // A rule may turn out to have changed nothing.
    if (line.kind.outcome !== request.fate.outcome) request.fate = this.#alike.fateOf(line)
    // A date is nearer by the time that the reply took.
    if (request.fate.retryAfterMs !== null) {
      const retryAfterSeconds = retryAfterOf(reply, this.#session.nowMs())
      request.fate = this.#alike.fateOf({
        kind: line.kind,
        ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      })
    }
    const { asked, fate } = request
    if (fate.met === 'good' && this.#begin !== undefined && asked.endpoint !== null) this.#beginWith(request)
    if (fate.met === 'error' || ((fate.met === 'good' || fate.met === 'wrong') && reply.status < 300)) {
      const { network, endpoint } = asked
      request.content = this.#contents.read(reply, { network, endpoint, search }, fate, this.nowMs())
    }
    this.ended(request, 'answered')
  }

  ended(request: Recorded, end: 'answered' | 'given-up'): void {
    if (this.#isOver || request.end !== 'open') return
    request.end = end
    request.endMs = this.nowMs()
    this.onEnd?.(request)
  }

  stop(): void {
    this.#isOver = true
    if (this.#session.recorder === this) this.#session.recorder = undefined
  }

  timeline({ name, scenario, loadedMs, phases, programs, isCutShort = false }: Rest): Timeline {
    const observations = [...this.#observations]
    const { networks, of } = this.#session.catalogue.bases
    return {
      scenario: name,
      seed: this.#session.seed,
      ...(scenario.written !== undefined && { text: scenario.written.text }),
      startedAtMs: this.#originMs,
      bases: Object.fromEntries(networks.map((name) => [name, of(name).map(({ base }) => base)])),
      phases,
      requests: this.#requests,
      contents: this.#contents.all,
      unmatched: [...this.#unmatched].map(([path, count]) => ({ path, count })),
      rules: ruleWindowsOf(scenario, loadedMs),
      events: eventWindowsOf(scenario, loadedMs),
      observations,
      programs,
      market: marketLinesOf(this.#session, this.#originMs, phases, scenario, observations),
      ...(isCutShort && { isCutShort }),
    }
  }

  /** The timeline begins with the first request answered well; earlier ones have negative times. */
  #beginWith({ atMs }: Recorded): void {
    this.#originMs += atMs
    for (const request of this.#requests) {
      request.atMs -= atMs
      if (request.endMs !== null) request.endMs -= atMs
    }
    this.#begin?.()
    this.#begin = undefined
  }
}
