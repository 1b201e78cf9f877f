/** `gmx-sim compare`: asks a base address or reads a saved directory → differences → reports, an overlay, an exit code. */
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { Catalogue } from '../catalogue/types.js'
import { processMs } from '../clock/timers.js'
import { compare, networkOf } from '../compare/compare.js'
import { listsIn } from '../compare/lists.js'
import { jsonOf, type Observed, observe } from '../compare/observed.js'
import { createOurs } from '../compare/ours.js'
import { overlayFor, overlayText } from '../compare/overlay.js'
import { FORMATS, reportOf } from '../compare/report.js'
import { readObserved, saveObserved } from '../compare/saved.js'
import { createSource } from '../compare/source.js'
import { parseDuration } from '../core/duration.js'
import { UserError } from '../core/errors.js'
import { parseWord, Unreadable } from '../core/parse.js'
import { VERSION } from '../core/version.js'
import { named } from '../settings.js'

export interface CompareTyped {
  readonly network?: string
  readonly rate: string
  readonly timeout: string
  readonly report: readonly string[]
  readonly writeCatalogue?: string
  readonly save?: string
}

/** Sets exit code 5 where something differs. */
export async function compareWith(from: string, typed: CompareTyped, catalogue: Catalogue): Promise<void> {
  const rate = named('--rate', () => parseRate(typed.rate))
  const timeoutMs = named('--timeout', () => parseDuration(typed.timeout))
  const reports = typed.report.map(parseReport)
  const observed = await observedFrom(from, rate, timeoutMs, catalogue)
  if (typed.save !== undefined) await saveObserved(typed.save, observed, VERSION)
  refuseDeaf(observed)
  const network = networkOf(observed, catalogue, typed.network)
  const compared = await compare(observed, network, (dialect) => createOurs(catalogue, network, dialect))
  const mending =
    typed.writeCatalogue === undefined
      ? undefined
      : overlayFor(listsIn(observed.answers), catalogue.networks[network], new Set(catalogue.assets.keys()))
  const comparison = { ...compared, notes: [...compared.notes, ...(mending?.notes ?? [])] }
  if (reports.every(({ path }) => path !== undefined)) process.stdout.write(reportOf(comparison, 'text'))
  for (const { format, path } of reports) await put(path, reportOf(comparison, format), 'the report')
  if (mending !== undefined)
    await put(typed.writeCatalogue, await overlayText(mending.overlay ?? {}, observed.base), 'the catalogue')
  if (comparison.differences.length > 0) process.exitCode = 5
}

async function observedFrom(
  from: string,
  rate: number,
  timeoutMs: number,
  catalogue: Catalogue,
): Promise<Observed> {
  if (!/^https?:\/\//i.test(from)) {
    if (existsSync(from)) return readObserved(from)
    const hint =
      'write a base address such as http://127.0.0.1:8650/arbitrum, or a folder that --save has made'
    throw new UserError('there is nothing to compare with', from, hint, 2)
  }
  // Paths are written behind it: a query would swallow them.
  if (!URL.canParse(from) || /[?#]/.test(from))
    throw new UserError(
      'the address cannot be read',
      from,
      'write one such as http://127.0.0.1:8650/arbitrum',
      2,
    )
  const base = from.replace(/\/+$/, '')
  const pace = {
    nowMs: processMs,
    wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  }
  const source = createSource(base, { rate, timeoutMs, fetch, pace })
  const known = new Set(
    Object.values(catalogue.networks).flatMap(({ tokens }) => tokens.map(({ symbol }) => symbol)),
  )
  return observe(base, source, (symbols) => symbols.filter((symbol) => known.has(symbol)))
}

/** Whoever answers nothing as a price API does was not asked: a proxy, a login page, a limit. */
function refuseDeaf({ base, questions, answers }: Observed): void {
  const isAnswered = ({ id }: { readonly id: string }) =>
    answers[id]?.status === 200 && jsonOf(answers[id].body) !== undefined
  if (questions.some((question) => !question.isBad && isAnswered(question))) return
  const first = answers['tickers']
  throw new UserError(
    `${base} could not be asked`,
    `no reply is 200 and JSON, the first one is ${first?.status} ${first?.headers['content-type'] ?? 'of no type'}`,
    'write the base address of a price API',
    2,
  )
}

const MOST_RATE = 100

function parseRate(text: string): number {
  const rate = Number(text)
  if (rate > 0 && rate <= MOST_RATE) return rate
  throw new Unreadable(text, `write GETs a second, above 0 and at most ${MOST_RATE}`)
}

function parseReport(text: string) {
  const [, name, path] = /^([^=]*)(?:=(.+))?$/s.exec(text) ?? []
  return { format: named('--report', () => parseWord(name ?? '', FORMATS)), path }
}

async function put(path: string | undefined, text: string, what: string): Promise<void> {
  if (path === undefined) return void process.stdout.write(text)
  await writeFile(path, text).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(
      `${what} cannot be written`,
      `${path}: ${error.code}`,
      'write the path of a file in a folder that exists',
      2,
    )
  })
}
