import { createHash } from 'node:crypto'
import type { ReadFixture } from './fixture.js'
import { NETWORKS } from './networks.js'

const FILES = [
  'assets.json',
  'networks.json',
  ...NETWORKS.flatMap((network) => [`${network}/tokens.json`, `${network}/markets.json`]),
]

/** One number for the text of all fixture files: it is another one as soon as a byte is. */
export function digestOf(read: ReadFixture): string {
  const hash = createHash('sha256')
  for (const file of FILES) {
    const text = read(file)
    hash.update(`${file} ${text.length}\n${text}`)
  }
  return hash.digest('hex')
}
