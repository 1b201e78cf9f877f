/** `gmx-sim verify`: verifies the signatures of a signed-prices reply, row by row. */
import { readFile } from 'node:fs/promises'
import { text as readAll } from 'node:stream/consumers'
import type { Catalogue } from '../catalogue/types.js'
import { UserError } from '../core/errors.js'
import { requireWebAssembly } from '../oracle/webassembly.js'
import { networksOf } from './command-options.js'
import { printJson } from './output.js'

const TIMEOUT_MS = 10_000

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
  const [{ faultsOf, signedRow }, text] = await Promise.all([import('../oracle/verify.js'), read(source)])
  const wanted = networksOf(catalogue, network)
  const rows = rowsOf(text, source).map((row, index) => {
    const parsed = signedRow.safeParse(row)
    const symbol = String((row as { tokenSymbol?: unknown })?.tokenSymbol ?? `row ${index + 1}`)
    const problems = parsed.success
      ? faultsOf(parsed.data, wanted)
      : parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the row'}: ${message}`)
    return { symbol, ok: problems.length === 0, problems }
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

async function read(source: string): Promise<string> {
  try {
    if (source === '-') return await readAll(process.stdin)
    if (!/^https?:\/\//.test(source)) return await readFile(source, 'utf8')
    const reply = await fetch(source, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!reply.ok) throw new Error(`status ${reply.status}`)
    return await reply.text()
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { code?: string } }
    throw new UserError(
      `cannot read ${source}`,
      cause?.code ?? message,
      'write a file, a URL, or - for standard input',
    )
  }
}

function rowsOf(text: string, source: string): unknown[] {
  const refuse = (seen: string, hint: string) =>
    new UserError(`${source} is not a signed-prices reply`, seen, hint)
  let reply: unknown
  try {
    reply = JSON.parse(text)
  } catch (error) {
    throw refuse(
      (error as Error).message.slice(0, 120),
      'write the whole reply of /signed_prices/latest; this one may be truncated',
    )
  }
  const rows = (reply as { signedPrices?: unknown } | null)?.signedPrices
  if (!Array.isArray(rows)) throw refuse('no list signedPrices', 'write the reply of /signed_prices/latest')
  if (rows.length > 0 && rows.every((row) => row?.signature === null && typeof row?.blob === 'string'))
    throw refuse(
      'the observed dialect has no signatures',
      'request it from a server with --dialect documented',
    )
  return rows
}
