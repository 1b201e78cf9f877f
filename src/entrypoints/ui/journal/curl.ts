/** The command that repeats a request. */
import { shellText } from '../../../kit/text/command-line.js'
import type { Entry } from '../replies.js'

/** To repeat a request to a base `address`: `curl -i 'http://…/arbitrum/prices/tickers' -A 'my-dapp/1.4'`; undefined for a URL that was not kept in full. */
export function curlOf(entry: Entry, address: string): string | undefined {
  const { method, url, urlLength, userAgent, requestId } = entry
  if (urlLength > url.length) return undefined
  const options = [
    ...(method === 'GET' ? [] : method === 'HEAD' ? ['--head'] : [`-X ${method}`]),
    ...(userAgent === null ? [] : [`-A ${shellText(userAgent)}`]),
    ...(requestId === null ? [] : [`-H ${shellText(`x-request-id: ${requestId}`)}`]),
  ]
  return ['curl -i', shellText(`${address.replace(/\/$/, '')}${url}`), ...options].join(' ')
}
