/** `gmx-sim verify`: verifies the signatures of a signed-prices reply, row by row. */
import { readFile } from 'node:fs/promises'
import { text as readAll } from 'node:stream/consumers'
import type { Catalogue } from '../catalogue/types.js'
import { UserError } from '../core/errors.js'
import { requireWebAssembly } from '../oracle/webassembly.js'
import { networksOf } from './command-options.js'

const TIMEOUT_MS = 10_000

/** `source` is a file, a URL or `-` for stdin. Sets exit code 5 for invalid rows. */
export async function verify(
  source: string,
  networkName: string | undefined,
  catalogue: Catalogue,
): Promise<void> {
  requireWebAssembly()
  const [{ faultsOf, signedRow }, text] = await Promise.all([import('../oracle/verify.js'), read(source)])
  const wanted = networksOf(catalogue, networkName)
  let failed = 0
  const rows = rowsOf(text, source)
  rows.forEach((row, index) => {
    const parsed = signedRow.safeParse(row)
    const symbol = String((row as { tokenSymbol?: unknown })?.tokenSymbol ?? `row ${index + 1}`)
    const faults = parsed.success
      ? faultsOf(parsed.data, wanted)
      : parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the row'}: ${message}`)
    if (faults.length > 0) failed++
    process.stdout.write(faults.length === 0 ? `ok   ${symbol}\n` : `BAD  ${symbol}: ${faults.join('; ')}\n`)
  })
  process.stdout.write(`${rows.length - failed} of ${rows.length} rows verify\n`)
  if (failed > 0) process.exitCode = 5
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
      'give a file, a URL, or - for standard input',
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
      'give the whole reply of /signed_prices/latest; this one may be cut short',
    )
  }
  const rows = (reply as { signedPrices?: unknown } | null)?.signedPrices
  if (!Array.isArray(rows))
    throw refuse('it has no list signedPrices', 'give the reply of /signed_prices/latest')
  if (rows.length > 0 && rows.every((row) => row?.signature === null && typeof row?.blob === 'string'))
    throw refuse(
      'it is of the observed dialect, whose signatures are null',
      'ask a server with --dialect documented',
    )
  return rows
}
