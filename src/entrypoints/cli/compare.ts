/** `gmx-sim compare`: reports how a base address or a saved folder differs from the simulator. */
import { existsSync } from 'node:fs'
import { compare, networkOf, requireNetwork } from '../../compare/compare.js'
import { overlayFor, overlayText } from '../../compare/custom-catalogue.js'
import { listsIn } from '../../compare/lists.js'
import { type ComparedAnswer, observe } from '../../compare/observations.js'
import { DIFFERENCE_FORMATS, reportOf } from '../../compare/report.js'
import { readObserved, requireSavable, saveObserved } from '../../compare/saved.js'
import { createSource } from '../../compare/source.js'
import { jsonOf } from '../../compare/values.js'
import { pause, processMs } from '../../kit/clock/timers.js'
import { UserError } from '../../kit/errors.js'
import { fileReason, writableTarget, writeAtomically } from '../../kit/files.js'
import type { Catalogue } from '../../market/catalogue/types.js'
import { reportsOf, writeReports } from './reports.js'

interface CompareOptions {
  readonly network?: string
  readonly rate: number
  readonly timeout: number
  readonly report: readonly string[]
  readonly writeCatalogue?: string
  readonly save?: string
}

/** Validates all options before the first request. Sets exit code 5 for differences. */
export async function compareWith(from: string, typed: CompareOptions, catalogue: Catalogue): Promise<void> {
  const { save, writeCatalogue, rate, timeout: timeoutMs } = typed
  if (typed.network !== undefined) requireNetwork(typed.network, catalogue)
  if (save !== undefined) await requireSavable(save)
  if (writeCatalogue !== undefined)
    await writableTarget(writeCatalogue).catch(refuseCatalogue(writeCatalogue))
  const reports = await reportsOf(typed.report, DIFFERENCE_FORMATS)
  const observed = await observedFrom(from, rate, timeoutMs, catalogue)
  if (save !== undefined) await saveObserved(save, observed)
  requireReply(observed)
  const network = typed.network ?? networkOf(observed, catalogue)
  const compared = await compare(observed, network, catalogue)
  const update =
    writeCatalogue === undefined
      ? undefined
      : overlayFor(listsIn(observed.answers), catalogue.networks[network]!, new Set(catalogue.assets.keys()))
  const comparison = { ...compared, notes: [...compared.notes, ...(update?.notes ?? [])] }
  await writeReports(reports, (format) => reportOf(comparison, format))
  if (writeCatalogue !== undefined) {
    const text = await overlayText(update?.overlay ?? {}, observed.base, writeCatalogue)
    await writeAtomically(writeCatalogue, text).catch(refuseCatalogue(writeCatalogue))
  }
  if (comparison.differences.length > 0) process.exitCode = 5
}

const refuseCatalogue = (path: string) => (error: NodeJS.ErrnoException) => {
  const [reason] = fileReason(error)
  const hint = 'write the path of a file in a folder that exists'
  throw new UserError('the catalogue cannot be written', `${path}: ${reason}`, hint)
}

async function observedFrom(
  from: string,
  rate: number,
  timeoutMs: number,
  catalogue: Catalogue,
): Promise<ComparedAnswer> {
  if (!/^https?:\/\//i.test(from)) {
    if (existsSync(from)) return readObserved(from)
    const hint = 'write a base address such as http://127.0.0.1:8650/arbitrum, or a folder written by --save'
    throw new UserError('no such source', from, hint)
  }
  // Paths are appended: an address cannot have a query or a fragment.
  if (!URL.canParse(from) || /[?#]/.test(from))
    throw new UserError(
      'the address cannot be read',
      from,
      'write one such as http://127.0.0.1:8650/arbitrum',
    )
  const base = from.replace(/\/+$/, '')
  const source = createSource(base, { rate, timeoutMs, fetch, pace: { nowMs: processMs, wait: pause } })
  const known = new Set(
    Object.values(catalogue.networks).flatMap(({ tokens }) => tokens.map(({ symbol }) => symbol)),
  )
  return observe(base, source, known, (phase) => void process.stderr.write(`gmx-sim: ${phase}\n`))
}

/** Rejects a source without any valid reply, such as a proxy, a login page or a rate limit. */
function requireReply({ base, questions, answers }: ComparedAnswer): void {
  const isAnswered = ({ id }: { readonly id: string }) =>
    answers[id]?.status === 200 && jsonOf(answers[id].body) !== undefined
  if (questions.some((question) => !question.isBad && isAnswered(question))) return
  const first = Object.values(answers).at(0)
  throw new UserError(
    `${base} is not a price API`,
    `no reply with status 200 and JSON; the first has ${first?.status} and ${first?.headers['content-type'] ?? 'no type'}`,
    'write the base address of a price API',
  )
}
