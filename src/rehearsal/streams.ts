/** Streams on the timeline, from what their session reports of them. */

import { STREAMED } from '../grading/streams.js'
import type { Asked, Fate, TimelineStream } from '../grading/timeline.js'
import { getOrCreate, memoised } from '../kit/maps.js'
import { effectOf } from '../scenario/effect.js'
import { faultOf } from '../scenario/faults/index.js'
import type { JournalRecord, StreamFacts } from '../session/journal/entry.js'
import type { FrameData } from '../session/recorder.js'
import type { Session } from '../session/session.js'
import type { ContentReader } from './contents.js'

type Mutable<Of> = { -readonly [Key in keyof Of]: Of[Key] extends readonly (infer Item)[] ? Item[] : Of[Key] }

export class RecordedStreams {
  readonly all: Mutable<TimelineStream>[] = []
  readonly #session: Session
  readonly #contents: ContentReader
  readonly #byLine = new WeakMap<JournalRecord, Mutable<TimelineStream>>()
  readonly #asked = new Map<Asked, Asked>()
  /** Of frames, by rule and effect. */
  readonly #fates = new Map<string, Fate>()

  constructor(session: Session, contents: ContentReader) {
    this.#session = session
    this.#contents = contents
  }

  /** Notes a change of a stream, or that it was opened by the request `asked`. */
  note(line: JournalRecord, { channels, closed, faults }: StreamFacts, asked: Asked, atMs: number): void {
    const stream = this.#byLine.get(line) ?? this.#open(line, asked, atMs)
    const { subscriptions } = stream
    if (subscriptions.at(-1)?.channels !== channels) subscriptions.push({ atMs, channels })
    for (const { rule, fault } of faults.slice(stream.faults.length)) {
      const given = this.#session.scenario?.scenario.rules?.find(({ id }) => id === rule)?.fault
      const effect = effectOf(given && faultOf(given), given, 200)
      stream.faults.push({ atMs, fate: { ...effect, rule, status: 101, outcome: fault, retryAfterMs: null } })
    }
    if (closed === null) return
    stream.closedMs = atMs
    stream.closedBy = closed.side
  }

  /** Notes a frame of prices as a reply of the read that it carries. */
  frame(
    line: JournalRecord,
    frame: Buffer,
    { channel, asOfMs, rule, outcome, met, flaw }: FrameData,
    atMs: number,
  ) {
    const stream = this.#byLine.get(line)
    if (stream === undefined || channel.read.id !== STREAMED) return
    const asked = getOrCreate(this.#asked, stream.asked, () => ({
      ...stream.asked,
      endpoint: STREAMED,
      question: `${stream.asked.network} ${STREAMED}`,
    }))
    const fate = getOrCreate(this.#fates, `${rule} ${outcome} ${met} ${flaw}`, () => ({
      ...{ met, flaw, rule, outcome },
      ...{ status: 200, retryAfterMs: null },
    }))
    const { dialect } = this.#session
    const origin = { network: asked.network, endpoint: STREAMED, search: '', dialect }
    const isData = met === 'good' || met === 'wrong'
    const content = isData ? this.#contents.read({ body: dataOf(frame), asOfMs }, origin, fate, atMs) : null
    stream.frames.push({ n: stream.n, asked, fate, atMs, endMs: atMs, end: 'answered', content })
  }

  #open(line: JournalRecord, asked: Asked, openedMs: number): Mutable<TimelineStream> {
    const none = { subscriptions: [], faults: [], frames: [] }
    const stream: Mutable<TimelineStream> = {
      n: line.n,
      asked,
      openedMs,
      closedMs: null,
      closedBy: null,
      ...none,
    }
    this.all.push(stream)
    this.#byLine.set(line, stream)
    return stream
  }
}

/** Streams share frames. */
const dataOf = memoised(
  (frame: Buffer): Buffer => Buffer.from(JSON.stringify(JSON.parse(frame.toString()).data)),
)
