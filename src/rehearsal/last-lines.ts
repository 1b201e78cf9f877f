/** The last lines of a program's output that say why it died. */
import { stripVTControlCharacters } from 'node:util'

export interface LastLines {
  add(line: string): void
  /** The last ten. */
  read(): readonly string[]
  all(): readonly string[]
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
export function createLastLines(): LastLines {
  const kept: string[] = []
  let frames = 0
  return {
    add(line) {
      const plain = stripVTControlCharacters(line.slice(0, 4 * MAX_LENGTH)).trimEnd()
      if (plain === '' || NOISE.test(plain)) return
      frames = FRAME.test(plain) ? frames + 1 : 0
      if (frames > MAX_FRAMES) return
      kept.push(plain.length <= MAX_LENGTH ? plain : `${plain.slice(0, MAX_LENGTH - 1)}…`)
      if (kept.length > KEPT) kept.shift()
    },
    read: () => kept.slice(-SHOWN),
    all: () => [...kept],
  }
}
