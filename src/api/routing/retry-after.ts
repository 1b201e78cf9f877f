/** Retry-After of a reply. */
import type { Reply } from './reply.js'

/** Seconds that Retry-After asks to wait from `atMs` on, in either of its forms; undefined without a valid one. */
export function retryAfterOf({ headers = {} }: Reply, atMs: number): number | undefined {
  const name = Object.keys(headers).findLast((name) => name.toLowerCase() === 'retry-after')
  const text = name === undefined ? '' : headers[name]
  if (/^\d+$/.test(text)) return Number(text)
  const dateMs = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - atMs) / 1000
}

/** The form that servers must send, RFC 9110, 5.6.7. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/
