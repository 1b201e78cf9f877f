/** Reads a file of recorded candles, CSV or JSON. */
import type { FileHandle } from 'node:fs/promises'
import { StringDecoder } from 'node:string_decoder'
import { fileReason, openFile } from '../../kit/files.js'
import { CandleCollector, type CandlesWanted, type Collected } from './collect.js'
import { CsvReader } from './csv.js'
import { readJson } from './json.js'
import { CandleProblem, START } from './problem.js'

/** Holds years of minutes or weeks of seconds. */
export const MAX_CANDLE_BYTES = 128 << 20
const MEGABYTE = 1 << 20
const BUFFER_BYTES = 256 << 10
/** Small pieces keep garbage short-lived. */
const PIECE_BYTES = 8 << 10
const BOM = '\uFEFF'
/** Least typical length of a row, to estimate their number. */
const BYTES_PER_ROW = 44
/** Bounds the estimate, and with it the memory taken in advance. */
const MIN_BYTES_PER_ROW = 20

const OTHERS = [
  { start: [0x50, 0x4b, 0x03, 0x04], message: 'this is a zip file: unpack it first' },
  { start: [0x1f, 0x8b], message: 'this is a gzip file: unpack it first' },
  { start: [0xff, 0xfe], message: 'this is UTF-16: save the file as UTF-8' },
  { start: [0xfe, 0xff], message: 'this is UTF-16: save the file as UTF-8' },
] as const

export async function readCandleFile(path: string, wanted: CandlesWanted): Promise<Collected> {
  let file: FileHandle | undefined
  try {
    file = await openFile(path)
    const status = await file.stat()
    if (!status.isFile()) throw refused('this is not a file: write the path of a file')
    const { size } = status
    if (size > MAX_CANDLE_BYTES)
      throw refused(
        `this file has ${Math.round(size / MEGABYTE)} MB: write at most ${MAX_CANDLE_BYTES / MEGABYTE} MB, in fewer candles`,
      )
    return await collect(file, size, wanted)
  } catch (error) {
    if (error instanceof CandleProblem) throw error
    throw refused(fileReason(error as NodeJS.ErrnoException).join(': '))
  } finally {
    await file?.close()
  }
}

/** Streams CSV, as its text would take more memory than its rows; JSON is read when it is complete. */
async function collect(file: FileHandle, bytes: number, wanted: CandlesWanted): Promise<Collected> {
  let collector: CandleCollector | undefined
  let csv: CsvReader | undefined
  let json = ''
  for await (const piece of piecesOf(file)) {
    if (collector === undefined) {
      collector = new CandleCollector(wanted, rowsIn(piece, bytes))
      if (!/^\s*[[{]/.test(piece)) csv = new CsvReader(piece, collector)
    }
    if (csv === undefined) json += piece
    else csv.read(piece)
  }
  if (collector === undefined) throw refused('the file is empty')
  if (csv === undefined) readJson(json, collector)
  return collector.finish()
}

/** Estimates the rows by the first piece, rounded up. */
function rowsIn(piece: string, bytes: number): number {
  const lines = piece.split('\n').length
  const perRow = lines > 20 && piece[0] !== '[' && piece[0] !== '{' ? piece.length / lines : BYTES_PER_ROW
  return Math.ceil((bytes / Math.max(perRow, MIN_BYTES_PER_ROW)) * 1.02) + 2
}

/** Text without BOM, in pieces that end with a line except the last. */
async function* piecesOf(file: FileHandle): AsyncIterable<string> {
  const buffer = Buffer.alloc(BUFFER_BYTES)
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let isFirst = true
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, BUFFER_BYTES)
    if (bytesRead === 0) break
    const other = isFirst && OTHERS.find(({ start }) => start.every((byte, n) => buffer[n] === byte))
    if (other) throw refused(other.message)
    for (let from = 0; from < bytesRead; from += PIECE_BYTES) {
      const text = decoder.write(buffer.subarray(from, Math.min(from + PIECE_BYTES, bytesRead)))
      rest += isFirst && text.startsWith(BOM) ? text.slice(1) : text
      isFirst = false
      // Text without line ends, possible for JSON, is cut anywhere.
      const end = rest.includes('\n') ? rest.lastIndexOf('\n') + 1 : rest.length
      yield rest.slice(0, end)
      rest = rest.slice(end)
    }
  }
  if (rest !== '') yield rest
}

function refused(message: string): CandleProblem {
  return new CandleProblem(START, message)
}
