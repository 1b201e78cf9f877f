/** The summary of a session, with a command that reproduces it. */

import { formatDuration } from '../core/duration.js'
import * as z from '../core/zod.js'
import { DIALECTS } from '../endpoints/define.js'
import { libraryFile } from '../scenario/read/library.js'
import { CODE, sourceText } from '../scenario/read/source-text.js'
import type { Scenario } from '../scenario/schema.js'
import type { Session, Sessions } from '../session/session.js'
import { clockReply, clockState } from './clock-state.js'
import type { Reproduction, ReproductionInput } from './reproduction.js'

export const sessionViewReply = z
  .strictObject({
    id: z.string().nullable().meta({ description: "Null for the server's own" }),
    seed: z.string(),
    dialect: z.enum(DIALECTS),
    scenario: z.string().nullable().meta({ description: 'Name; null if none is loaded' }),
    stopped: z.string().nullable().meta({
      description: 'Name of the scenario that POST scenario/reload loads; null if there is none',
    }),
    catalogue: z.enum(['server', 'own']).meta({ description: '`own` if it has a catalogue of its own' }),
    clock: clockReply,
    requests: z.int().meta({ description: 'Number of requests' }),
    held: z.int().meta({ description: 'Requests held by a delay or a hang' }),
    command: z.string().meta({ description: 'Command that reproduces the session' }),
    files: z
      .array(
        z.strictObject({
          name: z.string(),
          text: z.string().optional().meta({ description: 'Omitted from events if long' }),
        }),
      )
      .meta({ description: 'Files used by the command, to be saved in its working folder' }),
    notes: z.array(z.string()).meta({ description: 'Differences that the command does not reproduce' }),
  })
  .meta({ tsName: 'SessionView' })

export type SessionView = z.output<typeof sessionViewReply>

const UNNAMED = 'unnamed'

/** A part of `Controlled`. */
interface Server {
  readonly sessions: Pick<Sessions, 'root' | 'state'>
  readonly commandFor: (repeated: Reproduction) => ReproductionInput
}

export async function sessionView(session: Session, server: Server): Promise<SessionView> {
  const { journal, dialect, seed, clock } = session
  const scenario = session.scenario?.scenario
  const { stopped } = session
  const { command, notes, files } = await repetitionOf(session, server)
  return {
    id: session === server.sessions.root ? null : session.id,
    seed,
    dialect,
    scenario: scenario === undefined ? null : scenarioName(scenario),
    stopped: stopped === undefined ? null : scenarioName(stopped),
    catalogue: hasOwnCatalogue(session, server) ? 'own' : 'server',
    clock: clockState(clock),
    requests: journal.count(),
    held: server.sessions.state.heldOf(session),
    command,
    files,
    notes,
  }
}

export function scenarioName({ name, written }: Scenario): string {
  return name ?? written?.library ?? UNNAMED
}

function hasOwnCatalogue({ catalogue }: Session, { sessions }: Server): boolean {
  return catalogue !== sessions.root.catalogue
}

/** The command starts where the scenario was loaded, as its times count from there. */
async function repetitionOf(session: Session, server: Server) {
  const { scenario: run, seed, dialect, clock } = session
  const { written } = run?.scenario ?? {}
  const file = run && (written?.library ?? fileNameOf(run.scenario))
  const { command, notes } = server.commandFor({
    seed,
    dialect,
    clock: clock.setting(),
    atMs: run?.loadedAtMs ?? session.nowMs(),
    scenario: file === undefined ? undefined : { file, says: written?.says ?? [] },
  })
  const isOfLibrary = written?.library !== undefined
  const text = written && !isOfLibrary ? await sourceText(written) : undefined
  const files = file === undefined || isOfLibrary ? [] : [{ name: file, ...(text !== undefined && { text }) }]
  return { command, files, notes: [...notes, ...notesOn(session, server, text)] }
}

function fileNameOf({ name = '' }: Scenario): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  const file = `${plain.replace(/^-|-$/g, '').slice(0, 60) || 'scenario'}.yaml`
  // The command would run the library scenario if the file were missing.
  return libraryFile(file) === undefined ? file : `my-${file}`
}

/** Clock changes since the scenario was loaded, which the command does not reproduce. */
function clockNotes({ scenario: run, clock }: Session): string[] {
  if (run === undefined) return []
  const { mode, rate } = clock.setting()
  const { nowMs, elapsedMs } = clock.reading()
  const laterMs = Math.floor(nowMs - run.loadedAtMs)
  if (laterMs < 0)
    return [
      `the clock went back to ${formatDuration(-laterMs)} before the scenario was loaded: set it with PUT clock`,
    ]
  if (mode === 'frozen') return laterMs === 0 ? [] : [advanceNote('stood', laterMs, 'later')]
  const ranMs = (elapsedMs - (run.loadedElapsedMs ?? Number.NEGATIVE_INFINITY)) * rate
  // Rounded to the second, as the load time is in whole ms.
  const aheadMs = Math.round((nowMs - run.loadedAtMs - ranMs) / 1000) * 1000
  return aheadMs <= 0 ? [] : [advanceNote('was', aheadMs, 'further than it had run')]
}

function advanceNote(stood: string, ms: number, where: string): string {
  const by = formatDuration(ms)
  return `the clock ${stood} ${by} ${where}: advance it by ${by}, by POST clock/advance {"by": "${by}"}`
}

function notesOn(session: Session, server: Server, text = ''): string[] {
  const { scenario: run, prices, givenPrices } = session
  const given = [...(run?.scenario.prices?.values() ?? [])]
  const counted = run?.all.some(({ state }) => state.matched > 0)
  return [
    ...clockNotes(session),
    ...(prices.length === 0
      ? []
      : [`prices were changed, ${prices.length === 1 ? 'once' : `${prices.length} times`}: set them again`]),
    ...(givenPrices.size === 0 ? [] : ['the session was started with its own prices']),
    ...(hasOwnCatalogue(session, server) ? ['the session has a catalogue of its own: add --catalogue'] : []),
    ...(given.some((prices) => prices.kind === 'candles' && prices.source !== 'rows')
      ? ['the scenario reads candle files: they must be in the same folder']
      : []),
    ...(text.includes(CODE) ? ['the scenario contains functions, which files cannot'] : []),
    ...(counted ? ['rule counters restart'] : []),
  ]
}
