/** Output of a program: its lines in bounded memory, the prices in them, and the last ones that say why it died. */
import { StringDecoder } from 'node:string_decoder'
import { stripVTControlCharacters } from 'node:util'

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

const SHOWN = 10
/** Kept for reports. */
const KEPT = 60
const MAX_LENGTH = 300

const FRAME = /^\s+at /
const MAX_FRAMES = 4

/** Frames and version of Node.js after an uncaught exception. */
const NOISE = /^\s+at .*\(?node:internal\/|^Node\.js v\d/

/** Leaves out blank lines and most of a stack trace, so that the message is among the ten. */
export function createLastLines() {
  const kept: string[] = []
  let frames = 0
  return {
    add(line: string): void {
      const plain = stripVTControlCharacters(line.slice(0, 4 * MAX_LENGTH)).trimEnd()
      if (plain === '' || NOISE.test(plain)) return
      frames = FRAME.test(plain) ? frames + 1 : 0
      if (frames > MAX_FRAMES) return
      kept.push(plain.length <= MAX_LENGTH ? plain : `${plain.slice(0, MAX_LENGTH - 1)}…`)
      if (kept.length > KEPT) kept.shift()
    },
    /** The last ten. */
    read: () => kept.slice(-SHOWN),
    all: () => [...kept],
  }
}

/** The prices that an `--observe` expression finds in lines of output, by its groups `symbol` and `price`. */
export function printedPrices(pattern: RegExp, lines: readonly string[]) {
  return lines.flatMap((line) => {
    const { symbol, price } = pattern.exec(line)?.groups ?? {}
    return symbol === undefined || price === undefined ? [] : [{ symbol, price }]
  })
}
