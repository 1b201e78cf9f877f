import type { IncomingMessage } from 'node:http'
import Negotiator from 'negotiator'
import { ENCODINGS, type Encoding } from '../../api/routing/encoding.js'

/** Memo by header value: clients send one of a few. */
const MAX_KNOWN = 100
const LONGEST = 200
const cache = new Map<string, Encoding | undefined>()

/** The encoding the client prefers; the first named on a tie, undefined for an uncompressed body. */
export function acceptedEncoding({ headers }: Pick<IncomingMessage, 'headers'>): Encoding | undefined {
  const text = headers['accept-encoding']
  if (text === undefined) return undefined
  if (cache.has(text)) return cache.get(text)
  const [first] = new Negotiator({ headers: { 'accept-encoding': text.slice(0, LONGEST) } }).encodings([
    ...ENCODINGS,
    'identity',
  ])
  const accepted = ENCODINGS.find((name) => name === first)
  if (text.length <= LONGEST) {
    if (cache.size >= MAX_KNOWN) cache.clear()
    cache.set(text, accepted)
  }
  return accepted
}
