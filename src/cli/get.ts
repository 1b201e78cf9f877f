/** `gmx-sim get`: prints one reply, and on stderr what a scenario did to it. */
import type { Bases } from '../catalogue/bases.js'
import { type Settings, withSource } from '../config/resolve.js'
import { formatDuration, parseDuration } from '../core/duration.js'
import { UserError } from '../core/errors.js'
import { ENDPOINTS } from '../endpoints/index.js'
import { locate } from '../routing/locate.js'
import { faultInWords } from '../scenario/describe-rule.js'
import { type Acted, type OneShotReply, requestOnce } from './one-shot.js'

/** Throws a UserError for a request that the service refuses; exit code 5 if a scenario prevents a whole 2xx reply. */
export async function get(address: string, settings: Settings, after: string | undefined): Promise<void> {
  const afterMs = after === undefined ? 0 : withSource('--after', () => parseDuration(after))
  const seen = await requestOnce(address, settings, afterMs)
  const { status, body, isWhole, acted, hadRules } = seen
  const isRefused = isWhole && acted?.isItsStatus !== true && status !== undefined && status >= 400
  if (isRefused && status === 404) throw nothingAt(seen.path, seen.bases)
  // A reader such as `head` may close the pipe early.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  process.stdout.write(body)
  if (process.stdout.isTTY && body.length > 0) process.stdout.write('\n')
  if (isRefused) {
    const { errors } = JSON.parse(body.toString()) as { errors: string[] }
    throw new UserError(`the reply would be ${status}`, errors.join('; '), 'correct the query')
  }
  if (acted !== undefined) {
    process.stderr.write(`gmx-sim: ${inWords(seen, acted)}\n`)
    if (!isWhole || status === undefined || status >= 300) process.exitCode = 5
  } else if (hadRules) process.stderr.write(`gmx-sim: ${noRule(after)}\n`)
}

function inWords({ status, body, isWhole, waitedMs }: OneShotReply, { ruleId, fault }: Acted): string {
  const late = waitedMs < 1 ? '' : ` after ${formatDuration(Math.round(waitedMs))}`
  const cut = isWhole ? '' : `, and break off after ${body.length} bytes`
  const seen = status === undefined ? 'there would be no reply' : `the reply would be ${status}${late}${cut}`
  return `${seen}: rule ${ruleId} ${faultInWords(fault)}`
}

function noRule(after: string | undefined): string {
  return after === undefined
    ? 'no rule of the scenario acts on this request at its start; ask later with --after 30s'
    : `no rule of the scenario acts on this request ${after} after its start`
}

function nothingAt(path: string, bases: Bases): UserError {
  const place = locate(() => bases, path, undefined)
  const isBelowBase = place.kind === 'base'
  const hint = isBelowBase
    ? `write one of ${ENDPOINTS.map(({ path }) => path).join(', ')}`
    : `begin with a network, such as ${bases.networks[0]}/prices/tickers`
  const what = isBelowBase ? 'there is no such path' : 'there is no such base address'
  return new UserError(what, isBelowBase ? place.url : path, hint)
}
