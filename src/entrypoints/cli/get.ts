/** `gmx-sim get`: prints one reply, and on stderr the rule that acted on it. */

import { fstatSync } from 'node:fs'
import { ENDPOINTS } from '../../api/endpoints/index.js'
import { locate, pathOf } from '../../api/routing/locate.js'
import { UserError } from '../../kit/errors.js'
import { parseDuration } from '../../kit/text/duration.js'
import { durationInWords } from '../../kit/text/duration-in-words.js'
import { printable } from '../../kit/text/printable.js'
import type { Bases } from '../../market/catalogue/bases.js'
import { faultInWords } from '../../scenario/describe-rule.js'
import { nearest } from '../../scenario/read/hints.js'
import { type Settings, withSource } from '../../server/config/resolve.js'
import { suggestPath } from '../../server/http/suggest-path.js'
import { type ActingRule, type OneShotReply, requestOnce } from './one-shot.js'

/** Throws a UserError for a request that the service refuses; sets exit code 5 if a scenario prevents a complete 2xx reply. */
export async function get(address: string, settings: Settings, after: string | undefined): Promise<void> {
  const afterMs = after === undefined ? 0 : withSource('--after', () => parseDuration(after))
  const reply = await requestOnce(address, settings, afterMs)
  const { status, body, isWhole, acted, hadRules } = reply
  const isRefused = isWhole && acted?.isItsStatus !== true && status !== undefined && status >= 400
  if (isRefused && status === 404) throw notFound(reply.path, reply.bases)
  process.stdout.write(body)
  if (body.length > 0 && (process.stdout.isTTY || isSharedWithStderr())) process.stdout.write('\n')
  const host = /^https?:\/\/([^/?#]*)/i.exec(address)?.[1]
  if (host !== undefined)
    process.stderr.write(`gmx-sim: simulated in this process: nothing was sent to ${printable(host)}\n`)
  if (isRefused) {
    const { errors } = JSON.parse(body.toString()) as { errors: string[] }
    throw new UserError(`the reply would be ${status}`, errors.join('; '), 'correct the query')
  }
  if (acted !== undefined) {
    process.stderr.write(`gmx-sim: ${inWords(reply, acted)}\n`)
    if (!isWhole || status === undefined || status >= 300) process.exitCode = 5
  } else if (hadRules) process.stderr.write(`gmx-sim: ${noRule(after)}\n`)
}

/** Whether messages appear in the same file or pipe, as with `2>&1`. */
function isSharedWithStderr(): boolean {
  const [stdout, stderr] = [1, 2].map((descriptor) => fstatSync(descriptor))
  return stdout.ino !== 0 && stdout.ino === stderr.ino && stdout.dev === stderr.dev
}

function inWords({ status, body, isWhole, waitedMs }: OneShotReply, { ruleId, fault }: ActingRule): string {
  const delay = waitedMs < 1 ? '' : ` after ${durationInWords(Math.round(waitedMs))}`
  const cut = isWhole ? '' : `, truncated after ${body.length} bytes`
  const outcome = status === undefined ? 'no reply' : `the reply would be ${status}${delay}${cut}`
  return `${outcome}: rule ${ruleId} ${faultInWords(fault)}`
}

function noRule(after: string | undefined): string {
  return after === undefined
    ? 'no rule of the scenario acts on this request at its start; try a later one with --after 30s'
    : `no rule of the scenario acts on this request ${after} after its start`
}

function notFound(path: string, bases: Bases): UserError {
  const target = locate(() => bases, path, undefined)
  if (target.kind !== 'base')
    return new UserError('no base address', path, suggestPath(path, bases).replace(' /', ' '))
  const paths = ENDPOINTS.map(({ path }) => path)
  const meant = nearest(pathOf(target.url), paths)
  const hint = meant === undefined ? `write one of ${paths.join(', ')}` : `did you mean ${meant}?`
  return new UserError('no such path', target.url, hint)
}
