/** The command that repeats a request. */
import type { Entry } from '../replies.js'

/** To repeat a request to a base `address`: `curl -i 'http://…/arbitrum/prices/tickers' -A 'my-dapp/1.4'`; undefined for a URL that was not kept in full. */
export function curlOf(entry: Entry, address: string): string | undefined {
  const { method, url, urlLength, userAgent, requestId } = entry
  if (urlLength > url.length) return undefined
  const options = [
    ...(method === 'GET' ? [] : method === 'HEAD' ? ['--head'] : [`-X ${method}`]),
    ...(userAgent === null ? [] : [`-A ${quoted(userAgent)}`]),
    ...(requestId === null ? [] : [`-H ${quoted(`x-request-id: ${requestId}`)}`]),
  ]
  return ['curl -i', quoted(`${address.replace(/\/$/, '')}${url}`), ...options].join(' ')
}

/** A word for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
