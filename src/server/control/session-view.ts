/** The summary of a session, with a command that reproduces it. */

import * as z from 'zod'
import { DIALECTS } from '../../api/endpoints/define.js'
import { libraryFile } from '../../scenario/read/library.js'
import { CODE, sourceText } from '../../scenario/read/source-text.js'
import { type Scenario, scenarioName } from '../../scenario/schema.js'
import type { Session } from '../../session/session.js'
import { clockReply, clockState } from './clock.js'
import { type Controlled, defineCall } from './define.js'
import { commandFor, type Reproduction, scriptOf, testOf, withMoves } from './reproduction.js'

export const sessionViewReply = z.strictObject({
  id: z.string().nullable().describe("Null for the server's own"),
  seed: z.string(),
  dialect: z.enum(DIALECTS),
  scenario: z.string().nullable().describe('Name; null if none is loaded'),
  stopped: z
    .string()
    .nullable()
    .describe('Name of the scenario that POST scenario/reload loads; null if there is none'),
  catalogue: z.enum(['server', 'own']).describe('`own` if it has a catalogue of its own'),
  clock: clockReply,
  requests: z.int().describe('Number of requests'),
  held: z.int().describe('Requests held by a delay or a hang'),
  command: z.string().describe('Command that reproduces the session'),
  files: z
    .array(
      z.strictObject({
        name: z.string(),
        text: z.string().optional().describe('Omitted from events if long'),
      }),
    )
    .describe('Files used by the command, to be saved in its working folder'),
  script: z
    .string()
    .optional()
    .describe('Shell script that writes these files and runs the command; omitted from events'),
  test: z.string().optional().describe('The same as a vitest test; omitted from events'),
  watched: z
    .string()
    .nullable()
    .describe('Scenario file that is reloaded on change; PUT scenario/file writes it'),
  notes: z.array(z.string()).describe('Differences that the command does not reproduce'),
})

export type SessionView = z.output<typeof sessionViewReply>

type Server = Pick<Controlled, 'sessions' | 'watchedFile' | 'settings'>

/** `isWhole` adds the script and the test. */
export async function sessionView(session: Session, server: Server, isWhole = true): Promise<SessionView> {
  const { journal, dialect, seed, clock, stopped } = session
  const scenario = session.scenario?.scenario
  const isRoot = session === server.sessions.root
  const repetition = await repetitionOf(session, server, isWhole)
  return {
    id: isRoot ? null : session.id,
    seed,
    dialect,
    scenario: scenario === undefined ? null : scenarioName(scenario),
    stopped: stopped === undefined ? null : scenarioName(stopped),
    catalogue: hasOwnCatalogue(session, server) ? 'own' : 'server',
    clock: clockState(clock),
    requests: journal.count(),
    held: server.sessions.state.heldOf(session),
    ...repetition,
    watched: (isRoot && server.watchedFile) || null,
  }
}

function hasOwnCatalogue({ catalogue }: Session, { sessions }: Server): boolean {
  return catalogue !== sessions.root.catalogue
}

/** Starts where the scenario was loaded, as its times count from there, and advances to the present. */
async function repetitionOf(session: Session, server: Server, isWhole: boolean) {
  const { scenario: run, seed, dialect, clock } = session
  const { written } = run?.scenario ?? {}
  const setting = clock.setting()
  const atMs = run?.loadedAtMs ?? session.moves[0]?.atMs ?? session.nowMs()
  const moves = session.moves.filter((move) => move.atMs >= atMs)
  const library = moves.length > 0 ? undefined : written?.library
  const file = library ?? (run || moves.length > 0 ? fileNameOf(run?.scenario ?? MOVED) : undefined)
  const laterMs = Math.max(0, session.nowMs() - atMs)
  const repeated: Reproduction = {
    seed,
    dialect,
    clock: setting,
    atMs,
    afterMs: setting.mode === 'frozen' ? laterMs : aheadMsOf(session),
    scenario: file === undefined ? undefined : { file, says: written?.says ?? [] },
  }
  const { command, options } = commandFor(server.settings, repeated)
  // The library's path of the schema is wrong elsewhere.
  const given =
    library === undefined ? (written && (await sourceText(written)))?.replace(SCHEMA_LINE, '') : undefined
  const text = moves.length > 0 ? await withMoves(given, moves, atMs) : given
  const files =
    file === undefined || library !== undefined ? [] : [{ name: file, ...(text !== undefined && { text }) }]
  const name = run === undefined ? 'market' : scenarioName(run.scenario)
  return {
    command,
    files,
    ...(isWhole && {
      script: scriptOf(command, files),
      test: testOf({ ...repeated, afterMs: laterMs }, name, options, library ?? text),
    }),
    notes: notesOn(session, server, text, session.moves.length - moves.length),
  }
}

const SCHEMA_LINE = /^# yaml-language-server: \$schema=\.\.\/fixtures\/.*\n/

/** Used in place of a scenario if only the market was moved. */
const MOVED = { name: 'moved market' }

function fileNameOf({ name = '' }: Pick<Scenario, 'name'>): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  const file = `${plain.replace(/^-|-$/g, '').slice(0, 60) || 'scenario'}.yaml`
  // The command would run the library scenario if the file were missing.
  return libraryFile(file) === undefined ? file : `my-${file}`
}

/** By how much a running clock was moved since the scenario was loaded; rounded, as the load time is in whole ms. */
function aheadMsOf({ scenario: run, clock }: Session): number {
  if (run === undefined) return 0
  const { nowMs, elapsedMs } = clock.reading()
  const ranMs = (elapsedMs - (run.loadedElapsedMs ?? Number.NEGATIVE_INFINITY)) * clock.setting().rate
  return Math.max(0, Math.round((nowMs - run.loadedAtMs - ranMs) / 1000) * 1000)
}

function notesOn(session: Session, server: Server, text = '', earlierMoves = 0): string[] {
  const { scenario: run, givenPrices } = session
  const given = [...(run?.scenario.prices?.values() ?? [])]
  const times = earlierMoves === 1 ? 'once' : `${earlierMoves} times`
  const all: readonly (readonly [applies: boolean | undefined, note: string])[] = [
    [
      run !== undefined && session.clock.setting().mode === 'real' && session.nowMs() > run.loadedAtMs,
      'it starts where the scenario was loaded, not at the current instant: freeze the clock and copy again to start there',
    ],
    [server.settings.signerKey !== undefined, 'prices are signed with your own key: add --signer-key'],
    [
      run && session.nowMs() < run.loadedAtMs,
      'the clock was set back to before the scenario was loaded: set it with PUT clock',
    ],
    [
      earlierMoves > 0,
      `the market was moved ${times} before the scenario was loaded: move it again by POST prices`,
    ],
    [givenPrices.size > 0, 'the session was started with its own prices'],
    [hasOwnCatalogue(session, server), 'the session has a catalogue of its own: add --catalogue'],
    [
      given.some((prices) => prices.kind === 'candles' && prices.source !== 'rows'),
      'the scenario reads candle files: they must be in the same folder',
    ],
    [text.includes(CODE), 'the scenario contains functions, which files cannot'],
    [run?.all.some(({ state }) => state.matched > 0), 'rules count matches and firings from 0 again'],
  ]
  return all.flatMap(([applies, note]) => (applies ? [note] : []))
}

export const sessionCall = defineCall('GET /session', {
  about:
    'Seed, dialect, scenario, clock and counts of the session, with a command and files that reproduce it.',
  reads: ['counts', 'rules'],
  reply: sessionViewReply,
  run: ({ session, control }) => sessionView(session, control),
})
