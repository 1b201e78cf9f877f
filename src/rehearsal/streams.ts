/** Streams on the timeline, from what their session reports of them. */

import { STREAMED } from '../grading/streams.js'
import type { Asked, Fate, TimelineStream } from '../grading/timeline.js'
import { getOrCreate, memoised } from '../kit/maps.js'
import { effectOf, SWITCHING } from '../scenario/effect.js'
import { faultOf } from '../scenario/faults/index.js'
import type { JournalRecord, StreamFacts } from '../session/journal/entry.js'
import type { FrameData } from '../session/recorder.js'
import type { Session } from '../session/session.js'
import type { ContentReader } from './contents.js'

type Mutable<Of> = { -readonly [Key in keyof Of]: Of[Key] extends readonly (infer Item)[] ? Item[] : Of[Key] }

interface RecordedStream {
  readonly stream: Mutable<TimelineStream>
  /** The read whose replies its frames are. */
  readonly read: Asked
}

export class RecordedStreams {
  readonly all: Mutable<TimelineStream>[] = []
  readonly #session: Session
  readonly #contents: ContentReader
  readonly #byLine = new WeakMap<JournalRecord, RecordedStream>()

  constructor(session: Session, contents: ContentReader) {
    this.#session = session
    this.#contents = contents
  }

  /** Notes a change of a stream, or that it was opened; `asked` is its request. */
  note(line: JournalRecord, { channels, closed, faults }: StreamFacts, asked: Asked, atMs: number): void {
    const { stream } = getOrCreate(this.#byLine, line, () => this.#open(line, asked, atMs))
    const { subscriptions } = stream
    if (subscriptions.at(-1)?.channels !== channels) subscriptions.push({ atMs, channels })
    for (const { rule, fault: outcome } of faults.slice(stream.faults.length)) {
      const given = this.#session.scenario?.scenario.rules?.find(({ id }) => id === rule)?.fault
      const effect = effectOf(given && faultOf(given), given, 200)
      const fate = { ...effect, rule, status: SWITCHING, outcome, retryAfterMs: null }
      stream.faults.push({ atMs, fate })
    }
    if (closed === null) return
    stream.closedMs = atMs
    stream.closedBy = closed.side
  }

  /** Notes a frame of prices as a reply of the read that it carries. */
  frame(line: JournalRecord, frame: Buffer, data: FrameData, atMs: number): void {
    const { stream, read: asked } = this.#byLine.get(line) ?? {}
    if (stream === undefined || asked === undefined || data.channel.read.id !== STREAMED) return
    const fate = fateOf(data)
    const { dialect } = this.#session
    const origin = { network: asked.network, endpoint: STREAMED, search: '', dialect }
    const isData = fate.met === 'good' || fate.met === 'wrong'
    const content = isData ? this.#contents.read({ ...data, body: dataOf(frame) }, origin, fate, atMs) : null
    stream.frames.push({ n: stream.n, asked, fate, atMs, endMs: atMs, end: 'answered', content })
  }

  #open({ n }: JournalRecord, asked: Asked, openedMs: number): RecordedStream {
    const empty = { subscriptions: [], faults: [], frames: [] }
    const stream = { n, asked, openedMs, closedMs: null, closedBy: null, ...empty }
    this.all.push(stream)
    return { stream, read: { ...asked, endpoint: STREAMED, question: `${asked.network} ${STREAMED}` } }
  }
}

// Streams share frames.

const dataOf = memoised(
  (frame: Buffer): Buffer => Buffer.from(JSON.stringify(JSON.parse(frame.toString()).data)),
)

const fateOf = memoised(
  ({ met, flaw, rule, outcome }: FrameData): Fate => ({
    met,
    flaw,
    rule,
    outcome,
    status: 200,
    retryAfterMs: null,
  }),
)
