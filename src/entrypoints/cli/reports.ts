/** Report files: opened before the work begins, written when it is done. */
import { appendFile, writeFile } from 'node:fs/promises'
import { UserError } from '../../kit/errors.js'
import { fileReason, writableTarget } from '../../kit/files.js'
import { parseWord } from '../../kit/text/parse.js'
import { safeText } from '../../kit/text/terminal.js'
import { withSource } from '../../server/config/resolve.js'
import { ignoreStreamErrors } from './output.js'

/** Parses `--report` and opens the files, to fail before the work rather than after it. */
export async function reportsOf<Format extends string>(
  texts: readonly string[],
  formats: readonly (Format | 'text')[],
) {
  const wanted = texts.map((text) => {
    const [, name = '', path] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? []
    const format = withSource('--report', () => parseWord(name, formats))
    if (path === '')
      throw new UserError('--report needs a path after =', text, `write ${name}, or ${name}=<path>`)
    return { format, path }
  })
  for (const { path } of wanted) {
    if (path === undefined) continue
    const opened = writableTarget(path).then(() => appendFile(path, ''))
    await opened.catch(refuseReport(path))
  }
  // stdout has no path.
  const onStdout = { format: 'text', path: undefined } as const
  return wanted.some(({ path }) => path === undefined) ? wanted : [onStdout, ...wanted]
}

type Written = string | Iterable<string>

/** Writes all reports. A failed write does not keep the others from being written; it throws at the end. */
export async function writeReports<Format>(
  wanted: readonly { readonly format: Format; readonly path: string | undefined }[],
  read: (format: Format, colours: boolean) => Written | Promise<Written>,
): Promise<void> {
  let failure: unknown
  for (const { format, path } of wanted) {
    const isColoured = path === undefined && hasColours(process.stdout)
    const text = safePieces(await read(format, isColoured), isColoured)
    const writing = path === undefined ? print(text) : writeFile(path, text).catch(refuseReport(path))
    await writing.catch((error: unknown) => {
      failure ??= error
    })
  }
  if (failure !== undefined) throw failure
}

/** No name, value or output of a program steers the terminal that shows the report. */
function* safePieces(text: Written, isColoured: boolean): Generator<string> {
  for (const piece of typeof text === 'string' ? [text] : text) yield safeText(piece, isColoured)
}

/** Piece by piece, to bound memory. The rest is dropped once the reader is gone. */
async function print(pieces: Iterable<string>): Promise<void> {
  ignoreStreamErrors()
  const { stdout } = process
  try {
    for (const piece of pieces)
      await new Promise<void>((resolve, reject) => {
        stdout.write(piece, (error) => (error ? reject(error) : resolve()))
      })
  } catch (error) {
    if (READER_IS_GONE.includes(String((error as NodeJS.ErrnoException).code))) return
    throw new UserError('the report cannot be printed', ...fileReason(error as NodeJS.ErrnoException))
  }
}

const READER_IS_GONE = ['EPIPE', 'ERR_STREAM_DESTROYED']

const refuseReport = (path: string) => (error: NodeJS.ErrnoException) => {
  const [reason] = fileReason(error)
  const hint = 'write the path of a file in a folder that exists'
  throw new UserError(`the report ${path} cannot be written`, reason, hint)
}

/** Colours on a terminal unless NO_COLOR is set; anywhere with FORCE_COLOR. */
export function hasColours(stream: { readonly isTTY?: boolean }): boolean {
  if (process.env['NO_COLOR']) return false
  const force = process.env['FORCE_COLOR']
  return force !== undefined ? force !== '0' : stream.isTTY === true
}
