/** A rehearsal in process: client, simulator and rehearsal share one fake clock that jumps from timer to timer. */

import type { Program } from '../../grading/timeline.js'
import { pause, waitAtMost } from '../../kit/clock/timers.js'
import { UserError } from '../../kit/errors.js'
import { plainLine } from '../../kit/text/terminal.js'
import type { BaseUrls } from '../../market/catalogue/base-urls.js'
import { type Cast, conduct, type Rehearsed, rehearseParts, START_MS } from '../../rehearsal/conduct.js'
import { readParts } from '../../rehearsal/drill.js'
import { createLastLines } from '../../rehearsal/program.js'
import { Recording } from '../../rehearsal/recorder.js'
import { FROZEN_AT } from '../../server/config/schema.js'
import { createLocalFetch } from '../../server/http/local/fetch.js'
import { createLocalConnect } from '../../server/http/local/stream.js'
import { type RunningSimulator, startServer } from '../../server/simulator.js'
import type { Session } from '../../session/session.js'
import { type FakeTimeSetup, inLockStep } from './fake-time.js'
import { givenIn, printBug, toSettings } from './options.js'
import type { RehearseOptions } from './rehearse-options.js'
import { baseUrlIn } from './session.js'
import { inCode, requireKnownKeys, toMs } from './usage-errors.js'
import { webSocketClass } from './web-socket.js'

const OPTION_KEYS =
  'scenarios catalogue client clients seed warmUp incident coolDown failOn allowUnexercised allowUnproven mayExit signal'.split(
    ' ',
  )

/** Latency of a request: a client that never waits must still let time pass. */
const WAY_MS = 10
/** Time for a client to return after the abort. */
const GRACE_MS = 5000

export async function rehearseInProcess(options: RehearseOptions): Promise<Rehearsed> {
  requireKnownKeys(options, OPTION_KEYS, 'rehearse')
  const { client, scenarios = [], failOn = 'must', seed } = options
  const { allowUnexercised = false, allowUnproven = false, signal: interrupt } = options
  if (typeof client !== 'function')
    throw new UserError(
      'rehearse needs a client',
      typeof client,
      'write client: async ({ baseUrl, fetch, signal }) => { … }',
    )
  const durations = {
    warmUpMs: options.warmUp === undefined ? undefined : toMs(options.warmUp, 'warmUp'),
    coolDownMs: toMs(options.coolDown ?? '60s', 'coolDown'),
    startMs: START_MS,
  }
  const incidentMs = options.incident === undefined ? undefined : toMs(options.incident, 'incident')
  const running = await startServer(
    toSettings({ ...(seed !== undefined && { seed }) }, 'rehearse'),
    printBug,
    givenIn({ catalogue: options.catalogue }),
  )
  const ports: { close(): Promise<void> }[] = []
  try {
    const parts = await readParts(scenarios, running.session.catalogue, incidentMs)
    return await inLockStep(async (stage) => {
      // All at once, as time passes for the others while one of them waits for a port.
      const sessions = await Promise.all(
        parts.map(async ({ seed: usual }, index) => {
          const session = running.sessions.create(`part-${index + 1}`, {
            seed: seed ?? usual ?? running.session.seed,
            clock: { mode: 'real', rate: 1, atMs: Date.parse(FROZEN_AT) },
          })
          stage.sessions.push(session)
          const opened = await running.openBasePorts(session)
          ports.push(opened)
          return { session, baseUrls: opened.baseUrls }
        }),
      )
      return rehearseParts(
        {
          parts,
          jobs: parts.length,
          seed: seed ?? running.session.seed,
          failOn,
          allowUnexercised,
          allowUnproven,
          ...(interrupt && { signal: interrupt }),
        },
        (part, index, signal) => {
          const { session, baseUrls } = sessions[index]!
          return conduct({
            part,
            session,
            durations,
            mayExit: options.mayExit,
            signal,
            ...castOf(options, running, session, baseUrls, stage),
          })
        },
      )
    })
  } catch (error) {
    throw inCode(error)
  } finally {
    await Promise.all(ports.map((port) => port.close()))
    await running.stop()
  }
}

function castOf(
  { client, clients = 1 }: RehearseOptions,
  running: RunningSimulator,
  session: Session,
  baseUrls: BaseUrls,
  stage: FakeTimeSetup,
): { readonly recording: Recording; readonly cast: Cast } {
  // Index of the copy that is sending. Requests arrive synchronously, so the current copy is known.
  let asking = 0
  const recording = new Recording(session, () => asking)
  const over = new AbortController()
  const ask = createLocalFetch(running, session, `${running.url}/s/${session.id}`, { isEncoded: true })
  const programs: Program[] = []
  const connect = createLocalConnect(running, session, `${running.url}/s/${session.id}`)
  /** Sends a request or a handshake of a copy. */
  const wayOf =
    <Target, Answer>(index: number, send: (to: Target, init?: RequestInit) => Promise<Answer>) =>
    async (to: Target, init?: RequestInit): Promise<Answer> => {
      // A client that continues after the end is suspended instead of spinning.
      if (stage.isOver) return new Promise(() => {})
      await pause(WAY_MS)
      init?.signal?.throwIfAborted()
      stage.underWay++
      try {
        asking = index
        return await send(to, init)
      } finally {
        stage.underWay--
      }
    }
  const run = async (index: number): Promise<void> => {
    programs[index] = { ...RUNNING, client: index }
    let end: Partial<Program> = { exitCode: 0 }
    try {
      await client({
        baseUrl: (network, base) => baseUrlIn(baseUrls, network, base),
        baseUrls,
        fetch: wayOf(index, ask),
        WebSocket: webSocketClass(wayOf(index, connect)),
        observe: (price) => recording.observe(price, index),
        signal: over.signal,
        index,
      })
    } catch (reason) {
      const error = reason instanceof Error ? reason : new Error(String(reason))
      end = { error: error.message, lastLines: linesOf(error) }
    }
    if (!over.signal.aborted) programs[index] = { ...programs[index], ...end, exitMs: recording.nowMs() }
  }
  const all = Array.from({ length: clients }, (_none, index) => run(index))
  const cast: Cast = {
    ended: Promise.all(all).then(() => {}),
    async stop() {
      over.abort()
      await waitAtMost(GRACE_MS, Promise.all(all))
      running.sessions.end(session.id)
    },
    programs: () => programs,
  }
  return { recording, cast }
}

const RUNNING = { command: null, signal: null, log: null, exitCode: null, error: null, exitMs: null } as const

function linesOf({ stack, message }: Error): readonly string[] {
  const lines = createLastLines()
  for (const line of (stack ?? message).split('\n')) lines.add(plainLine(line))
  return lines.read()
}
