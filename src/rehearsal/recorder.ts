/**
 * Records the timeline of a rehearsal: the session reports each request on arrival, and its connection reports the end. Independent of the
 * journal, which evicts entries.
 */

import { type Connection, type Reply, retryAfterOf } from '../api/routing/reply.js'
import type { ApiRequest } from '../api/routing/request.js'
import { withoutJumps } from '../grading/jumps.js'
import type { Asked, MarketLine, Observation, Phase, Timeline, TimelineRequest } from '../grading/timeline.js'
import { generationOf } from '../market/catalogue/bases.js'
import type { NetworkName } from '../market/catalogue/names.js'
import { eventWindowsOf, ruleWindowsOf } from '../scenario/active-spans.js'
import { isRelative } from '../scenario/match.js'
import type { Scenario } from '../scenario/schema.js'
import type { JournalRecord, StreamFacts } from '../session/journal/entry.js'
import type { FrameData, ObservedPrice, Recorder } from '../session/recorder.js'
import type { Session } from '../session/session.js'
import { type ContentReader, createContentReader, homesIn, toObservation } from './contents.js'
import { Recorded, RecordedConnection, SharedFacts } from './recorded.js'
import { RecordedStreams } from './streams.js'

/** Facts that the conductor of a rehearsal adds to a recording: the scenario, its load time, phases and programs. */
interface Rest extends Pick<Timeline, 'phases' | 'programs'> {
  readonly mayExit?: boolean
  readonly name: string
  readonly scenario: Scenario
  readonly loadedMs: number
  readonly isCutShort?: boolean
}

/** Bounds the memory for clients that request random paths. */
const MAX_UNMATCHED = 1000

/** Records a session from its creation until `stop`. */
export class Recording implements Recorder {
  readonly #begun = new AbortController()
  /** Aborted when a good reply has been sent; the timeline begins with its request. */
  readonly begun: AbortSignal = this.#begun.signal
  /** Called for each request when it has ended. */
  onEnd: ((request: TimelineRequest) => void) | undefined
  /** Called for invalid observations, for example of an unknown token. */
  onRefusal: ((error: unknown) => void) | undefined
  readonly #session: Session
  readonly #requests: Recorded[] = []
  readonly #facts = new SharedFacts()
  readonly #contents: ContentReader
  readonly #streams: RecordedStreams
  /** Questions of handshakes, by journal entry. */
  readonly #handshakes = new WeakMap<JournalRecord, Asked>()
  #observations: Observation[] = []
  readonly #unmatched = new Map<string, number>()
  readonly #clientOf: (request: ApiRequest) => number
  #originMs: number
  #isOver = false

  /** `clientOf` distinguishes copies of a program; by default all are one. */
  constructor(session: Session, clientOf: (request: ApiRequest) => number = () => 0) {
    session.recorder = this
    this.#session = session
    this.#clientOf = clientOf
    this.#originMs = session.nowMs()
    this.#contents = createContentReader(session.catalogue, () => this.#originMs)
    this.#streams = new RecordedStreams(session, this.#contents)
  }

  /** Requests since the start. */
  get requestCount(): number {
    return this.#requests.filter(({ atMs }) => atMs >= 0).length
  }

  /** Whether the client has asked an endpoint and a generation of the API that the scenario strikes. */
  asks(scenario: Scenario): boolean {
    return ruleWindowsOf(scenario, 0).some(({ bases, endpoints }) => {
      // The current base of each generation in use is struck.
      const generations = bases?.some(isRelative) ? undefined : bases?.map(generationOf)
      return this.#requests.some(
        ({ asked: { base, endpoint } }) =>
          (generations?.includes(generationOf(base)) ?? true) &&
          (endpoints?.some((struck) => struck === endpoint) ?? true),
      )
    })
  }

  /** Time on the timeline. */
  nowMs(): number {
    return this.#session.nowMs() - this.#originMs
  }

  arrived(request: ApiRequest, line: JournalRecord, connection: Connection): Connection {
    const asked = this.#facts.askedOf(request, line, this.#clientOf(request))
    const recorded = new Recorded(line.n, asked, this.#facts.fateOf(line), request.atMs - this.#originMs)
    this.#requests.push(recorded)
    if (request.upgrade !== undefined) this.#handshakes.set(line, asked)
    return new RecordedConnection(
      connection,
      (reply) => this.#sent(recorded, reply, request, line),
      (end) => {
        // A held request that was freed never got an answer.
        if (end !== 'closed') this.#ended(recorded, end)
        else if (recorded.fate.met !== 'silent') this.#ended(recorded, 'answered')
      },
    )
  }

  failed(line: JournalRecord): void {
    const recorded = this.#requests.findLast(({ n }) => n === line.n)
    if (recorded === undefined) return
    recorded.fate = this.#facts.fateOf(line)
    this.#ended(recorded, 'answered')
  }

  streamed(line: JournalRecord, facts: StreamFacts): void {
    const asked = this.#handshakes.get(line)
    if (!this.#isOver && asked !== undefined) this.#streams.note(line, facts, asked, this.nowMs())
  }

  framed(line: JournalRecord, frame: Buffer, data: FrameData): void {
    if (!this.#isOver) this.#streams.frame(line, frame, data, this.nowMs())
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

  /** Drops what a copy of the program has reported. */
  forgetObservations(client: number): void {
    this.#observations = this.#observations.filter((observation) => observation.client !== client)
  }

  unmatched(path: string): void {
    if (this.#isOver) return
    const below = path.replace(/^\/s\/[^/]*/, '')
    if (this.#unmatched.size < MAX_UNMATCHED || this.#unmatched.has(below))
      this.#unmatched.set(below, (this.#unmatched.get(below) ?? 0) + 1)
  }

  /** The whole reply was handed to the connection. */
  #sent(request: Recorded, reply: Reply, { search }: ApiRequest, line: JournalRecord): void {
    if (this.#isOver) return
    // A rule may turn out to have changed nothing.
    if (line.kind.outcome !== request.fate.outcome) request.fate = this.#facts.fateOf(line)
    // A date is nearer by the time that the reply took.
    if (request.fate.retryAfterMs !== null)
      request.fate = this.#facts.fateOf({
        kind: line.kind,
        retryAfterSeconds: retryAfterOf(reply, this.#session.nowMs()),
      })
    const { asked, fate } = request
    if (fate.met === 'good' && !this.begun.aborted && asked.endpoint !== null) this.#beginWith(request)
    if (fate.met === 'error' || ((fate.met === 'good' || fate.met === 'wrong') && reply.status < 300)) {
      const { network, endpoint } = asked
      const plain = reply.plain === undefined ? reply : { ...reply, body: reply.plain }
      const { dialect } = this.#session
      request.content = this.#contents.read(plain, { network, endpoint, search, dialect }, fate, this.nowMs())
    }
    this.#ended(request, 'answered')
  }

  #ended(request: Recorded, end: 'answered' | 'given-up'): void {
    if (this.#isOver || request.end !== 'open') return
    request.end = end
    request.endMs = this.nowMs()
    this.onEnd?.(request)
  }

  /** Ends the recording; open requests stay open. */
  stop(): void {
    this.#isOver = true
    if (this.#session.recorder === this) this.#session.recorder = undefined
  }

  /** The timeline up to now. `loadedMs` is the load time of the scenario. */
  timeline({ name, scenario, loadedMs, phases, programs, mayExit, isCutShort = false }: Rest): Timeline {
    const observations = [...this.#observations]
    const streams = this.#streams.all
    const { networks, of } = this.#session.catalogue.bases
    const asked = new Set(this.#requests.map((request) => request.asked.network))
    const jumps = this.#session.clock
      .jumps()
      .map(({ atMs, byMs }) => ({ atMs: atMs - this.#originMs, byMs }))
      .filter(({ atMs }) => atMs >= 0)
    return withoutJumps({
      scenario: name,
      seed: this.#session.seed,
      ...(scenario.written !== undefined && { text: scenario.written.text }),
      startedAtMs: this.#originMs,
      bases: Object.fromEntries(networks.map((name) => [name, of(name).map(({ base }) => base)])),
      phases,
      requests: this.#requests,
      contents: this.#contents.all,
      ...(streams.length > 0 && { streams }),
      unmatched: [...this.#unmatched].map(([path, count]) => ({ path, count })),
      rules: ruleWindowsOf(scenario, loadedMs),
      events: eventWindowsOf(scenario, loadedMs),
      observations,
      programs,
      market: marketLinesOf(this.#session, this.#originMs, phases, scenario, observations, asked),
      ...(isCutShort && { isCutShort }),
      ...(mayExit && { mayExit }),
      ...(jumps.length > 0 && { jumps }),
    })
  }

  /** The timeline begins with the first request answered well; earlier ones have negative times. */
  #beginWith({ atMs }: Recorded): void {
    this.#originMs += atMs
    for (const request of this.#requests) {
      request.atMs -= atMs
      if (request.endMs !== null) request.endMs -= atMs
    }
    this.#begun.abort()
  }
}

const MAX_SYMBOLS = 5
/** Longer rehearsals are sampled more coarsely. */
const MAX_POINTS = 3600

/** Prices, on the networks asked, of all symbols that the client, events or given prices mention; of ETH by default. */
function marketLinesOf(
  session: Session,
  originMs: number,
  phases: readonly Phase[],
  { events = [], prices }: Scenario,
  observations: readonly Observation[],
  asked: ReadonlySet<NetworkName>,
): MarketLine[] {
  const named = events.flatMap(({ asset = [] }) => asset).filter((asset) => asset !== '*')
  const given = prices?.keys() ?? []
  const symbols = new Set([...observations.map(({ symbol }) => symbol), ...named, ...given])
  if (symbols.size === 0) symbols.add('ETH')
  const untilMs = phases.at(-1)?.toMs ?? 0
  const stepMs = Math.max(1000, Math.ceil(untilMs / MAX_POINTS / 1000) * 1000)
  const lines = [...symbols].slice(0, MAX_SYMBOLS).flatMap((symbol) => {
    const homes = homesIn(session.catalogue).get(symbol) ?? []
    const used = homes.filter((network) => asked.has(network))
    return (used.length > 0 ? used : homes.slice(0, 1)).map((network) => ({ symbol, network }))
  })
  return lines.flatMap(({ symbol, network }) => {
    const token = session.world(network).tokenBySymbol(symbol)
    if (token === undefined) return []
    const { prices, priceDecimals } = session.world(network).pricesOf(token)
    const points: [atMs: number, price: number][] = []
    for (let atMs = 0; atMs <= untilMs; atMs += stepMs) {
      const tick = prices.tickAt(Math.floor((originMs + atMs) / 1000))
      if (tick !== undefined) points.push([atMs, Number(tick) / 10 ** priceDecimals])
    }
    return [{ symbol, network, points }]
  })
}
