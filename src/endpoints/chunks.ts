import { startStopwatch } from '../clock/timers.js'

/** A chunk ends with the row in which it has taken so long, or, where time stands still, with so many rows. */
const CHUNK_MS = 4
const MOST_ROWS = 500

/** The rows of a JSON list as text, in chunks of a few milliseconds, with what stands before and after them. */
export function listChunks<Row>(
  rows: Iterable<Row | undefined>,
  render: (row: Row) => unknown,
  before: string,
  after: string,
): Generator<readonly Buffer[]> {
  return textChunks(rows, (row) => JSON.stringify(render(row)), before, after)
}

/**
 * The same of rows that write themselves; one that is undefined is none, but a place where a chunk may end. `between` says what
 * stands in front of a row instead of a comma, where it is not that.
 */
export function* textChunks<Row>(
  rows: Iterable<Row | undefined>,
  textOf: (row: Row) => string,
  before: string,
  after: string,
  between: (row: Row) => string | undefined = () => undefined,
): Generator<readonly Buffer[]> {
  let text = before
  let separator = ''
  let count = 0
  let elapsedMs = startStopwatch()
  for (const row of rows) {
    if (row !== undefined) {
      text += (between(row) ?? separator) + textOf(row)
      separator = ','
    }
    if (++count < MOST_ROWS && elapsedMs() < CHUNK_MS) continue
    yield [Buffer.from(text)]
    text = ''
    count = 0
    elapsedMs = startStopwatch()
  }
  yield [Buffer.from(text + after)]
}
