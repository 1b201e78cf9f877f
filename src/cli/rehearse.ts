/** `gmx-sim rehearse`: runs a rehearsal and writes its reports. */
import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { catalogueFor } from '../config/load.js'
import { readSettings } from '../config/resolve.js'
import { UserError } from '../core/errors.js'
import { type Durations, WARM_UP } from '../rehearsal/conduct.js'
import { readParts } from '../rehearsal/drill.js'
import { parseSet } from '../rehearsal/placeholders.js'
import { killAll } from '../rehearsal/program.js'
import { FORMATS, READERS } from '../rehearsal/reporters/index.js'
import { rehearsePrograms } from '../rehearsal/run.js'
import { latestEndMs } from '../rehearsal/windows.js'
import { createLog } from './log.js'
import { onNpmExit } from './npm-exit.js'
import { ignoreStreamErrors } from './output.js'
import { createView } from './rehearsal-view.js'
import type { RehearseTyped } from './rehearse-command.js'
import { reportsOf, writeReports } from './reports.js'

/** `command` is the part after `--`. Sets exit code 5 unless the verdict is pass. */
export async function rehearse(
  scenarios: readonly string[],
  typed: RehearseTyped,
  command: readonly string[] | undefined,
): Promise<void> {
  // First: without `--` the program would be read as a scenario.
  if (!typed.list) requireProgram(typed, command)
  const { catalogue: files = [], warmUp: warmUpMs, coolDown: coolDownMs } = typed
  const catalogue = await catalogueFor({ catalogue: files, extraTokens: 0, seed: '' })
  const parts = await readParts(scenarios, catalogue, typed.incident)
  if (typed.list) return void process.stdout.write(`${parts.map(({ name }) => name).join('\n')}\n`)
  const reports = await reportsOf(typed.report, FORMATS)
  for (const set of typed.set) parseSet(set)
  const { jobs = parts.length, seed, observe, clients, failOn, allowUnexercised = false } = typed
  const durations = { warmUpMs, coolDownMs }
  const settings = readSettings(
    { port: String(typed.port), clock: 'real', catalogue: files, ...(seed !== undefined && { seed }) },
    {},
  )
  const logs = command === undefined ? '' : await logsOf(typed.logs)
  ignoreStreamErrors()
  const view = createView({
    parts: parts.map(({ name }) => name),
    totalMs: totalMsOf(parts, durations, command === undefined ? 1 : jobs),
    isVerbose: typed.verbose === true,
    isAttached: command === undefined,
  })
  const over = new AbortController()
  const stopListening = onInterrupt(over, () =>
    view.note('interrupted: reporting what was seen, without a score; Ctrl+C again ends at once'),
  )
  const log = createLog('warn')
  try {
    const { report, timelines } = await rehearsePrograms({
      parts,
      settings,
      isSeedGiven: seed !== undefined,
      command,
      sets: typed.set,
      observe,
      clients,
      jobs,
      durations,
      failOn,
      allowUnexercised,
      logs,
      signal: over.signal,
      onBug: (error) => log.error({ err: error }, 'bug'),
      tell: view.tell,
      onReady: view.ready,
    })
    view.end()
    const { columns: width = 100 } = process.stdout
    await writeReports(reports, (format, colours) =>
      READERS[format].read(report, timelines, { width, colours }),
    )
    if (report.verdict !== 'pass') process.exitCode = 5
  } finally {
    view.end()
    stopListening()
  }
}

/** Options that apply only to a program started by the rehearsal. */
const OF_PROGRAM = {
  clients: ({ clients }) => clients !== 1,
  set: ({ set }) => set.length > 0,
  observe: ({ observe }) => observe !== undefined,
  verbose: ({ verbose }) => verbose === true,
  logs: ({ logs }) => logs !== undefined,
} as const satisfies Readonly<Record<string, (typed: RehearseTyped) => boolean>>

function requireProgram(typed: RehearseTyped, command: readonly string[] | undefined): void {
  const { attach } = typed
  const idle = Object.entries(OF_PROGRAM).find(([, isTyped]) => isTyped(typed))
  if (attach && command === undefined && idle !== undefined)
    throw new UserError(
      `--${idle[0]} does nothing to a client that you start yourself`,
      '--attach',
      'leave it out; such a client says by POST to the observe address which price it acted on',
    )
  if (attach && command !== undefined)
    throw new UserError(
      'rehearse takes one program',
      '--attach and a command are given',
      'leave out one of them: with --attach you start the program yourself',
    )
  if (!attach && (command === undefined || command.length === 0))
    throw new UserError(
      'rehearse needs a program',
      'none is given',
      'write it behind --, such as npx gmx-sim rehearse primary-down -- node client.js {arbitrum}, or write --attach',
    )
}

async function logsOf(folder: string | undefined): Promise<string> {
  if (folder === undefined) return mkdtemp(join(tmpdir(), 'gmx-sim-rehearsal-'))
  try {
    await mkdir(folder, { recursive: true })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new UserError(
      '--logs cannot be made',
      `${folder}: ${code ?? message}`,
      'write the path of a folder that you may write to',
    )
  }
  return folder
}

/** Estimates the duration in ms: the longest scenario, or more if they queue. */
function totalMsOf(
  parts: Awaited<ReturnType<typeof readParts>>,
  { warmUpMs = WARM_UP.mostMs, coolDownMs }: Pick<Durations, 'warmUpMs' | 'coolDownMs'>,
  jobs: number,
): number {
  const lasts = parts.map(
    ({ scenario, incidentMs }) => warmUpMs + (incidentMs ?? latestEndMs(scenario)) + coolDownMs,
  )
  return Math.max(...lasts, lasts.reduce((sum, ms) => sum + ms, 0) / jobs)
}

/** SIGHUP is sent when a terminal is closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The first signal ends the rehearsal, the second kills the process and its programs. */
function onInterrupt(over: AbortController, tell: () => void): () => void {
  const stop = (): void => {
    if (over.signal.aborted) {
      killAll()
      process.stderr.write('gmx-sim: ended twice: nothing is judged\n')
      process.exit(5)
    }
    tell()
    over.abort()
  }
  for (const signal of SIGNALS) process.on(signal, stop)
  onNpmExit(() => over.abort())
  return () => {
    for (const signal of SIGNALS) process.off(signal, stop)
  }
}
