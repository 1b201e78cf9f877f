/** `gmx-sim verify`: verifies the signatures of a signed-prices reply, row by row. */

import { MAX_REPLY_BYTES, readBoundedBody } from '../../compare/source.js'
import { hasTooManyValues } from '../../compare/values.js'
import { UserError } from '../../kit/errors.js'
import { readWithin } from '../../kit/files.js'
import { printable } from '../../kit/text/words.js'
import type { Catalogue } from '../../market/catalogue/types.js'
import { requireWebAssembly } from '../../market/oracle/webassembly.js'
import { networksOf } from './command-options.js'
import { printJson } from './output.js'

const TIMEOUT_MS = 10_000
const MAX_CHARACTERS = 200

export interface VerifyOptions {
  readonly network?: string
  readonly json?: true
}

/** `source` is a file, a URL or `-` for stdin. Sets exit code 5 for invalid rows. */
export async function verify(
  source: string,
  { network, json }: VerifyOptions,
  catalogue: Catalogue,
): Promise<void> {
  requireWebAssembly()
  const [{ faultsOf, signedRow }, text] = await Promise.all([
    import('../../market/oracle/verify.js'),
    read(source),
  ])
  const wanted = networksOf(catalogue, network)
  const rows = rowsOf(text, source).map((row, index) => {
    const parsed = signedRow.safeParse(row)
    const symbol = String((row as { tokenSymbol?: unknown })?.tokenSymbol ?? `row ${index + 1}`)
    const problems = parsed.success
      ? faultsOf(parsed.data, wanted)
      : parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the row'}: ${message}`)
    return { symbol: cleaned(symbol), ok: problems.length === 0, problems: problems.map(cleaned) }
  })
  const verified = rows.filter(({ ok }) => ok).length
  if (json) printJson({ ok: verified === rows.length, verified, rows })
  else {
    for (const { symbol, ok, problems } of rows)
      process.stdout.write(ok ? `ok   ${symbol}\n` : `BAD  ${symbol}: ${problems.join('; ')}\n`)
    process.stdout.write(`${verified} of ${rows.length} rows verify\n`)
  }
  if (verified < rows.length) process.exitCode = 5
}

function cleaned(text: string): string {
  return printable(text.slice(0, MAX_CHARACTERS))
}

async function read(source: string): Promise<string> {
  try {
    return (await readBytes(source)).toString('utf8')
  } catch (error) {
    if (error instanceof UserError) throw error
    const { message, cause } = error as Error & { cause?: { code?: string } }
    throw new UserError(
      `cannot read ${source}`,
      cause?.code ?? message,
      'write a file, a URL, or - for standard input',
    )
  }
}

async function readBytes(source: string): Promise<Buffer> {
  if (source === '-') return readBoundedBody(process.stdin, 'standard input')
  if (/^https?:\/\//.test(source)) {
    const reply = await fetch(source, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!reply.ok) throw new Error(`status ${reply.status}`)
    return readBoundedBody(reply.body ?? [], source)
  }
  return readWithin(source, MAX_REPLY_BYTES, (reason) => new Error(reason))
}

function rowsOf(text: string, source: string): unknown[] {
  const refuse = (seen: string, hint: string) =>
    new UserError(`${source} is not a signed-prices reply`, cleaned(seen), hint)
  if (hasTooManyValues(text))
    throw refuse('it has too many values', 'write the reply of /signed_prices/latest')
  let reply: unknown
  try {
    reply = JSON.parse(text)
  } catch (error) {
    throw refuse(
      (error as Error).message,
      'write the whole reply of /signed_prices/latest; this one may be truncated',
    )
  }
  const rows = (reply as { signedPrices?: unknown } | null)?.signedPrices
  if (!Array.isArray(rows)) throw refuse('no list signedPrices', 'write the reply of /signed_prices/latest')
  if (rows.length === 0)
    throw refuse('an empty list signedPrices', 'write a reply with prices: there is nothing to verify')
  if (rows.every((row) => row?.signature === null && typeof row?.blob === 'string'))
    throw refuse(
      'the observed dialect has no signatures',
      'request it from a server with --dialect documented',
    )
  return rows
}
