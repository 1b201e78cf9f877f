/** Rows of a whole query by level, shared by all assets: valid until the next query. */
import { type Int, Numbers, toInt } from '../../kit/numbers/platform.js'
import { LEVEL_SECONDS } from './levels.js'
import { ROW } from './span.js'

const buffers: Numbers[] = []
const counts: Int[] = []
for (let level = 0; level < LEVEL_SECONDS.length; level++) {
  buffers.push(new Numbers(0))
  counts.push(0)
}

/** At least `count` rows with unspecified content. */
export function rowsOf(level: Int, count: Int): Numbers {
  if (counts[level] < count) {
    counts[level] = toInt(Math.max(count, 2.0 * counts[level]))
    buffers[level] = new Numbers(ROW * counts[level])
  }
  return buffers[level]
}
