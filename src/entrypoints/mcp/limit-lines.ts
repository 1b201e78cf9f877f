/** Lines of a stream, without those that are too long. */
import { Transform } from 'node:stream'

/** Bytes of both ends that are kept of a line that is too long. */
const END_BYTES = 1024
const LINE_FEED = 10

/** Passes each line on when it is complete. Of one longer than `maxBytes`, `onLonger` receives both ends, joined. */
export function limitLines(maxBytes: number, onLonger: (ends: string) => void): Transform {
  let held: Buffer[] = []
  let length = 0
  const add = (piece: Buffer): void => {
    held.push(piece)
    length += piece.length
    if (length <= maxBytes) return
    const all = Buffer.concat(held)
    held = [all.subarray(0, END_BYTES), all.subarray(-END_BYTES)]
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let from = 0
      for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
        add(chunk.subarray(from, at + 1))
        from = at + 1
        const line = Buffer.concat(held)
        if (length <= maxBytes) this.push(line)
        else onLonger(line.toString())
        held = []
        length = 0
      }
      add(chunk.subarray(from))
      done()
    },
  })
}
