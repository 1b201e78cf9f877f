/** The rows of a JSON list as text, so many in each bout, with what stands before and after them. */
export function* listInChunks<Row>(
  rows: Iterable<Row>,
  rowsPerBout: number,
  render: (row: Row) => unknown,
  before: string,
  after: string,
): Generator<readonly Buffer[]> {
  let text = before
  let count = 0
  for (const row of rows) {
    if (count > 0) text += ','
    text += JSON.stringify(render(row))
    if (++count % rowsPerBout > 0) continue
    yield [Buffer.from(text)]
    text = ''
  }
  yield [Buffer.from(text + after)]
}
