/** `gmx-sim rehearse`: what was typed → a rehearsal → reports and an exit code. */
import { mkdtemp, open, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadCatalogue } from '../catalogue/load.js'
import { parseDuration } from '../core/duration.js'
import { UserError } from '../core/errors.js'
import { parsePort, parseWhole, parseWord, Unreadable } from '../core/parse.js'
import { readParts } from '../rehearsal/drill.js'
import type { FailOn } from '../rehearsal/grade.js'
import { parseSet } from '../rehearsal/placeholders.js'
import { killAll } from '../rehearsal/program.js'
import { FORMATS, type Format, READERS } from '../rehearsal/readers/index.js'
import type { Report } from '../rehearsal/report.js'
import { rehearsePrograms } from '../rehearsal/run.js'
import type { Timeline } from '../rehearsal/timeline.js'
import { named, readSettings } from '../settings.js'
import { createLog } from './log.js'
import { onNpmGone } from './parent.js'
import { createView } from './rehearsal-view.js'

/** As commander has them. */
export interface RehearseTyped {
  readonly attach?: true
  readonly list?: true
  readonly jobs?: string
  readonly warmUp: string
  readonly incident?: string
  readonly coolDown: string
  readonly set: readonly string[]
  readonly observe?: string
  readonly verbose?: true
  readonly report: readonly string[]
  readonly failOn: string
  readonly clients: string
  readonly seed?: string
  readonly port: string
  readonly logs?: string
}

const MOST_CLIENTS = 100
const MOST_JOBS = 1000

/** `command` is what stands behind `--`. Sets exit code 5 where the verdict is not pass. */
export async function rehearse(
  scenarios: readonly string[],
  typed: RehearseTyped,
  command: readonly string[] | undefined,
): Promise<void> {
  const catalogue = loadCatalogue()
  const incidentMs =
    typed.incident === undefined
      ? undefined
      : named('--incident', () => parseDuration(typed.incident as string))
  const parts = await readParts(scenarios, catalogue, incidentMs)
  if (typed.list) return void process.stdout.write(`${parts.map(({ name }) => name).join('\n')}\n`)
  requireProgram(typed, command)
  const reports = await reportsOf(typed.report)
  const clients = named('--clients', () => parseWhole(typed.clients, 1, MOST_CLIENTS))
  const jobs =
    typed.jobs === undefined
      ? parts.length
      : named('--jobs', () => parseWhole(typed.jobs as string, 1, MOST_JOBS))
  const durations = {
    warmUpMs: named('--warm-up', () => parseDuration(typed.warmUp)),
    coolDownMs: named('--cool-down', () => parseDuration(typed.coolDown)),
  }
  const failOn = named('--fail-on', () => parseFailOn(typed.failOn))
  for (const set of typed.set) parseSet(set)
  const observe = typed.observe === undefined ? undefined : parsePattern(typed.observe)
  const port = String(named('--port', () => parsePort(typed.port)))
  const settings = readSettings(
    { port, clock: 'real', ...(typed.seed !== undefined && { seed: typed.seed }) },
    {},
  )
  const view = createView({
    parts: parts.map(({ name }) => name),
    totalMs: totalMsOf(parts, durations, command === undefined ? 1 : jobs),
    isVerbose: typed.verbose === true,
    isAttached: command === undefined,
  })
  const over = new AbortController()
  const stopListening = onInterrupt(over, () =>
    view.note('ending: what was seen until now is judged; Ctrl+C again ends at once'),
  )
  const log = createLog('warn')
  try {
    const { report, timelines } = await rehearsePrograms({
      parts,
      settings,
      isSeedGiven: typed.seed !== undefined,
      command,
      sets: typed.set,
      observe,
      clients,
      jobs,
      durations,
      failOn,
      logs: typed.logs ?? (await mkdtemp(join(tmpdir(), 'gmx-sim-rehearsal-'))),
      signal: over.signal,
      onBug: (error) => log.error({ err: error }, 'bug'),
      tell: view.tell,
      onReady: view.ready,
    })
    view.end()
    if (report.scenarios.length === 0)
      throw new UserError('nothing was rehearsed', 'it was ended at once', 'let it run for longer', 2)
    await write(reports, report, timelines)
    if (report.verdict !== 'pass') process.exitCode = 5
  } finally {
    view.end()
    stopListening()
  }
}

function requireProgram({ attach }: RehearseTyped, command: readonly string[] | undefined): void {
  if (attach && command !== undefined)
    throw new UserError(
      'rehearse takes one program',
      '--attach and a command are given',
      'leave out one of them: with --attach you start the program yourself',
      2,
    )
  if (!attach && (command === undefined || command.length === 0))
    throw new UserError(
      'rehearse needs a program',
      'none is given',
      'write it behind --, such as npx gmx-sim rehearse primary-down -- node client.js {arbitrum}, or write --attach',
      2,
    )
}

/** The longest scenario, or more where they have to wait for each other. */
function totalMsOf(
  parts: Awaited<ReturnType<typeof readParts>>,
  { warmUpMs, coolDownMs }: { readonly warmUpMs: number; readonly coolDownMs: number },
  jobs: number,
): number {
  const lasts = parts.map(({ scenario, incidentMs }) => {
    const untils = (scenario.rules ?? []).map(({ when }) => when?.until ?? 60_000)
    return warmUpMs + (incidentMs ?? Math.max(0, ...untils)) + coolDownMs
  })
  return Math.max(...lasts, lasts.reduce((sum, ms) => sum + ms, 0) / jobs)
}

function parseFailOn(text: string): FailOn {
  if (text === 'must' || text === 'should') return text
  if (/^\d+$/.test(text) && Number(text) <= 100) return Number(text)
  throw new Unreadable(text, 'write must, should, or the least score, 0 to 100')
}

function parsePattern(text: string): RegExp {
  const hint = "write one such as 'acted on (?<symbol>\\w+) at (?<price>[\\d.]+)'"
  let pattern: RegExp
  try {
    pattern = new RegExp(text)
  } catch (error) {
    throw new UserError('--observe is no regular expression', (error as Error).message, hint, 2)
  }
  const { groups = {} } = new RegExp(`${text}|`).exec('') ?? {}
  const missing = ['symbol', 'price'].filter((name) => !(name in groups))
  if (missing.length > 0)
    throw new UserError(
      `--observe needs the ${missing.length === 1 ? 'group' : 'groups'} ${missing.join(' and ')}`,
      text,
      hint,
      2,
    )
  return pattern
}

interface Wanted {
  readonly format: Format
  /** Undefined for stdout. */
  readonly path: string | undefined
}

/** Files are opened at once: whoever waits for minutes should not learn then that there is no such folder. */
async function reportsOf(texts: readonly string[]): Promise<Wanted[]> {
  const wanted = texts.map((text) => {
    const [, name, path] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? []
    const format = named('--report', () => parseWord(name, FORMATS))
    if (path === '')
      throw new UserError('--report needs a path behind =', text, `write ${name}, or ${name}=<path>`, 2)
    return { format, path }
  })
  for (const { path } of wanted) {
    if (path === undefined) continue
    try {
      await (await open(path, 'a')).close()
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      throw new UserError(
        `the report ${path} cannot be written`,
        code ?? message,
        'write the path of a file in a folder that exists',
        2,
      )
    }
  }
  return wanted.some(({ path }) => path === undefined)
    ? wanted
    : [{ format: 'text', path: undefined }, ...wanted]
}

async function write(
  wanted: readonly Wanted[],
  report: Report,
  timelines: readonly Timeline[],
): Promise<void> {
  const { columns = 100 } = process.stdout
  for (const { format, path } of wanted) {
    const colours = path === undefined && hasColours(process.stdout)
    const text = await READERS[format].read(report, timelines, { width: columns, colours })
    if (path === undefined) process.stdout.write(text)
    else await writeFile(path, text)
  }
}

/** As most programs have it: colours for a terminal, unless NO_COLOR says otherwise; anywhere with FORCE_COLOR. */
export function hasColours(stream: { readonly isTTY?: boolean }): boolean {
  if (process.env['NO_COLOR']) return false
  const force = process.env['FORCE_COLOR']
  return force !== undefined ? force !== '0' : stream.isTTY === true
}

/** The first signal ends the rehearsal, the second the process with all that it has started. */
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
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  onNpmGone(() => over.abort())
  return () => {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
}
