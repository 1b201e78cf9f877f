/** Lines of a program's output, in bounded memory. */
import { StringDecoder } from 'node:string_decoder'

/** The rest of a longer line is dropped. */
export const MAX_LINE_LENGTH = 16_384

/** Splits chunks into lines; `finish` returns the unterminated last line. */
export function createLineSplitter() {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  return {
    add(chunk: Buffer): string[] {
      const [first, ...more] = decoder.write(chunk).split('\n')
      // Cut at once, as a line may never end.
      const parts = [(rest + first.slice(0, MAX_LINE_LENGTH)).slice(0, MAX_LINE_LENGTH), ...more]
      rest = (parts.pop() ?? '').slice(0, MAX_LINE_LENGTH)
      return parts.map((line) => line.slice(0, MAX_LINE_LENGTH).replace(/\r$/, ''))
    },
    finish(): string[] {
      const last = rest + decoder.end()
      rest = ''
      return last === '' ? [] : [last.slice(0, MAX_LINE_LENGTH)]
    },
  }
}
