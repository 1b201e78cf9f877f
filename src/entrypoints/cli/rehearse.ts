/** `gmx-sim rehearse`: runs a rehearsal and writes its reports. */

import { mkdtemp, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Dialect } from '../../api/endpoints/define.js'
import { UserError } from '../../kit/errors.js'
import { createFolder, fileReason } from '../../kit/files.js'
import { withoutCommands } from '../../kit/formats/workflow.js'
import { groupBy } from '../../kit/maps.js'
import { commandLine } from '../../kit/text/words.js'
import { baseUrlsAt } from '../../market/catalogue/base-urls.js'
import {
  judgedByBaseline,
  scenarioJudgedByBaseline,
  scenarioWithBaseline,
  withBaseline,
} from '../../rehearsal/baseline.js'
import { type Durations, WARM_UP } from '../../rehearsal/conduct.js'
import { type DrillPart, readParts } from '../../rehearsal/drill.js'
import type { LiveEvent } from '../../rehearsal/live.js'
import { killAll } from '../../rehearsal/program.js'
import type { Allowances, Report } from '../../rehearsal/report.js'
import { FORMATS, REPORTERS } from '../../rehearsal/reporters/index.js'
import { rehearsePrograms } from '../../rehearsal/run.js'
import { latestEndMs } from '../../scenario/active-spans.js'
import { nearest } from '../../scenario/read/hints.js'
import { catalogueFor } from '../../server/config/load.js'
import { parseSets, requireKnownPlaceholders } from '../../server/config/placeholders.js'
import { LIVE_DEFAULTS, readSettings } from '../../server/config/resolve.js'
import { readReport, requireShared } from './baseline-file.js'
import { settingsOf } from './command-options.js'
import { createLog, ignoreStreamErrors, reportOtherHosts, reportWidth, warn } from './output.js'
import { createView } from './rehearsal-view.js'
import { type RehearseTyped, repeatCommand } from './rehearse-command.js'
import { reportsOf, writeReports } from './reports.js'
import { onNpmExit, onTerminalSignals } from './signals.js'

/** `command` is the part after `--`. Sets exit code 5 unless the verdict is pass. */
export async function runRehearsals(
  scenarios: readonly string[],
  typed: RehearseTyped,
  command: readonly string[] | undefined,
): Promise<void> {
  // First: without `--` the program would be read as a scenario.
  if (!typed.list) requireProgram(scenarios, typed, command)
  const { warmUp: warmUpMs, coolDown: coolDownMs } = typed
  const { catalogue: files } = settingsOf(
    typed.catalogue === undefined ? {} : { catalogue: [...typed.catalogue] },
  )
  const catalogue = await catalogueFor({ catalogue: files, extraTokens: 0, seed: '' })
  const parts = await readParts(scenarios, catalogue, typed.incident)
  const names = parts.map(({ name }) => name)
  if (typed.list) return void process.stdout.write(withoutCommands(`${names.join('\n')}\n`))
  const given = parseSets(typed.set)
  const words = [...(command ?? []), ...Object.values(given)]
  requireKnownPlaceholders(words, { observe: '', baseUrls: baseUrlsAt('', catalogue.bases) })
  const earlier = typed.baseline === undefined ? undefined : await readReport(typed.baseline, '--baseline')
  if (earlier !== undefined) requireShared(earlier, names, typed.baseline ?? '')
  const reports = await reportsOf(typed.report, FORMATS)
  const logs = command === undefined ? '' : await createLogFolder(typed.logs)
  const { jobs = parts.length, seed, observe, clients, failOn } = typed
  const { allowUnexercised = false, allowUnproven = false, mayExit = false } = typed
  const allowances: Allowances = { allowUnexercised, allowUnproven }
  const durations = { warmUpMs, coolDownMs }
  const settings = readSettings(
    { port: String(typed.port), clock: 'real', catalogue: files, ...(seed !== undefined && { seed }) },
    {},
    undefined,
    typed.intercept && LIVE_DEFAULTS,
  )
  ignoreStreamErrors()
  const view = createView({
    parts: names,
    totalMs: totalMsOf(parts, durations, command === undefined ? 1 : jobs),
    isVerbose: typed.verbose === true,
    isAttached: command === undefined,
  })
  const over = new AbortController()
  const stopListening = onInterrupt(over, () =>
    view.note('interrupted: reporting what was seen, without a score; Ctrl+C again ends at once'),
  )
  if (typed.intercept) view.note(dialectsInWords(parts, settings.dialect))
  const { liveHosts } = catalogue.bases
  const interceptor =
    typed.intercept &&
    (await import('../../server/http/intercept/interceptor.js')).createInterceptor({
      liveHosts,
      isOffline: typed.offline === true,
      token: undefined,
      env: process.env,
      warn,
    })
  const judged = (report: Report) => {
    if (earlier === undefined) return report
    const compared = withBaseline(report, earlier)
    return failOn === 'worse' ? judgedByBaseline(compared) : compared
  }
  try {
    const { report: graded, timelines } = await rehearsePrograms({
      parts,
      settings,
      command,
      observe,
      clients,
      jobs,
      durations,
      ...allowances,
      mayExit,
      logs,
      ...(interceptor && { interceptor }),
      isSeedGiven: seed !== undefined,
      given,
      failOn: failOn === 'worse' ? 'must' : failOn,
      signal: over.signal,
      onBug: createLog('warn').bug,
      onEvent: (event) => view.show(failOn === 'worse' ? eventByBaseline(event, earlier, allowances) : event),
      onReady: view.ready,
    })
    view.end()
    const report = judged(graded)
    const width = reportWidth()
    const commandOf = (index: number, isBrief = false) => {
      const { name } = report.scenarios[index]!
      return repeatCommand(
        scenarios[names.indexOf(name)] ?? name,
        typed,
        timelines[index]!.seed,
        command,
        isBrief,
      )
    }
    const hint = 'details: --report html=report.html'
    await writeReports(reports, (format, colours) =>
      REPORTERS[format](report, timelines, { width, colours, commandOf, hint }),
    )
    if (report.verdict !== 'pass') process.exitCode = 5
  } finally {
    view.end()
    stopListening()
    if (interceptor) {
      interceptor.close()
      reportOtherHosts(interceptor.traffic)
    }
  }
}

/** The dialect of each scenario, which may set its own instead of `usual`. */
function dialectsInWords(parts: readonly Pick<DrillPart, 'name' | 'scenario'>[], usual: Dialect): string {
  const dialects = groupBy(parts, ({ scenario }) => scenario.dialect ?? usual)
  const words = [...dialects].map(([dialect, some]) =>
    dialects.size === 1 ? dialect : `${dialect} dialect in ${some.map(({ name }) => name).join(', ')}`,
  )
  return `the live hosts are answered in the ${words.join('; ')}${dialects.size === 1 ? ' dialect' : ''}`
}

/** The verdict of a finished scenario against the baseline. */
function eventByBaseline(event: LiveEvent, earlier: Report | undefined, allowances: Allowances): LiveEvent {
  if (event.kind !== 'end' || earlier === undefined) return event
  const compared = scenarioWithBaseline(event.report, earlier, allowances)
  return { ...event, report: scenarioJudgedByBaseline(compared) }
}

/** Options that apply only to a program started by the rehearsal. */
const OF_PROGRAM = ['clients', 'set', 'observe', 'intercept', 'verbose', 'logs', 'mayExit'] as const

function requireProgram(
  scenarios: readonly string[],
  typed: RehearseTyped,
  command: readonly string[] | undefined,
): void {
  const { attach, failOn, baseline } = typed
  const given = { ...typed, clients: typed.clients > 1, set: typed.set.length > 0 }
  const idle = OF_PROGRAM.find((name) => given[name])
  if (attach && command === undefined && idle !== undefined)
    throw new UserError(
      `--${idle.replace('mayExit', 'may-exit')} has no effect on a client that you start yourself`,
      '--attach',
      'leave it out; such a client reports the prices it acts on by POST to the observe address',
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
      `${nearest(scenarios[0] ?? '', ['diff']) ? 'did you mean diff? Or ' : ''}write it after --, such as ${commandLine('rehearse', 'primary-down -- node client.js {arbitrum}')}, or write --attach`,
    )
  if (typed.offline && !typed.intercept)
    throw new UserError('--offline needs --intercept', 'it is missing', 'add --intercept, or omit --offline')
  if (failOn === 'worse' && baseline === undefined)
    throw new UserError(
      '--fail-on worse needs a baseline',
      'none is given',
      'add --baseline with the JSON report of an earlier rehearsal',
    )
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

/** The first signal ends the rehearsal, the second kills the process and its programs. */
function onInterrupt(over: AbortController, onFirst: () => void): () => void {
  const end = () => over.abort()
  onNpmExit(end)
  // A killed parent sends no signal, but closes its channel.
  process.once('disconnect', end)
  if (process.connected === false) end()
  const stopListening = onTerminalSignals(() => {
    if (over.signal.aborted) {
      killAll()
      process.stderr.write('gmx-sim: interrupted twice: nothing is graded\n')
      process.exit(5)
    }
    onFirst()
    end()
  })
  return () => {
    process.off('disconnect', end)
    stopListening()
  }
}

/** Creates the folder, a new temporary one by default. Rejects with a UserError if nothing can be written there. */
async function createLogFolder(path: string | undefined): Promise<string> {
  if (path === undefined) return mkdtemp(join(tmpdir(), 'gmx-sim-rehearsal-'))
  try {
    await createFolder(path)
    await rmdir(await mkdtemp(join(path, '.gmx-sim-')))
  } catch (error) {
    const [reason] = fileReason(error as NodeJS.ErrnoException)
    const hint = 'write the path of a folder that you may write to'
    throw new UserError('--logs cannot be used', `${path}: ${reason}`, hint)
  }
  return path
}
