/** `gmx-sim get`: prints one reply, says on stderr what a scenario did about it, and ends as a client of it would. */
import type { Bases } from '../catalogue/bases.js'
import { formatDuration, parseDuration } from '../core/duration.js'
import { UserError } from '../core/errors.js'
import { ENDPOINTS } from '../endpoints/index.js'
import { locate } from '../exchange/locate.js'
import { faultInWords } from '../scenario/words.js'
import { named, type Settings } from '../settings.js'
import { type Acted, askOnce, type Seen } from './ask-once.js'

/**
 * Prints the reply to `arbitrum/prices/candles?…`, byte for byte what a server would send `after` so much virtual time. A
 * question that the service would refuse is a UserError; where a scenario keeps the client from a whole reply of 2xx, the
 * exit code is set to 5.
 */
export async function get(address: string, settings: Settings, after: string | undefined): Promise<void> {
  const afterMs = after === undefined ? 0 : named('--after', () => parseDuration(after))
  const seen = await askOnce(address, settings, afterMs)
  const { status, body, isWhole, acted, hadRules } = seen
  const isRefused = isWhole && acted?.isItsStatus !== true && status !== undefined && status >= 400
  if (isRefused && status === 404) throw nothingAt(seen.path, seen.bases)
  // A reader such as `head` may close the pipe before it has seen all.
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

/** What a client would see, and which rule it owes that to. */
function inWords({ status, body, isWhole, waitedMs }: Seen, { ruleId, fault }: Acted): string {
  const late = waitedMs < 1 ? '' : ` after ${formatDuration(Math.round(waitedMs))}`
  const cut = isWhole ? '' : `, and break off after ${body.length} bytes`
  const seen = status === undefined ? 'there would be no reply' : `the reply would be ${status}${late}${cut}`
  return `${seen}: rule ${ruleId} ${faultInWords(fault)}`
}

/** Most scenarios begin with nothing: who sees a plain reply should not take it for one of the bad day. */
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
