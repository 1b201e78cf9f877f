/** Replies in chunks: serialised row by row, with a pause where others may be served. */
import { startStopwatch } from '../../kit/clock/timers.js'

/** Limits of a chunk: real time, and rows where time is frozen. */
const CHUNK_MS = 4
const MAX_ROWS = 500

export function listChunks<Row>(
  rows: Iterable<Row | undefined>,
  render: (row: Row) => unknown,
  before: string,
  after: string,
): Generator<readonly Buffer[]> {
  return textChunks(rows, (row) => JSON.stringify(render(row)), before, after)
}

/** Serialises rows; an undefined row only marks where a chunk may end. `between` may replace a comma. */
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
    if (++count < MAX_ROWS && elapsedMs() < CHUNK_MS) continue
    yield [Buffer.from(text)]
    text = ''
    count = 0
    elapsedMs = startStopwatch()
  }
  yield [Buffer.from(text + after)]
}
