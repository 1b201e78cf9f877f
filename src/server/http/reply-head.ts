/** Status and headers of replies. */

import type { ServerResponse } from 'node:http'
import type { Reply } from '../../api/routing/reply.js'
import { toHttpDate } from '../../kit/formats/http-date.js'
import type { Session } from '../../session/session.js'
import { crossOrigin, crossOriginOfApi } from './cross-origin.js'

/** Server settings that affect replies. */
export interface ConnectionOptions {
  readonly quietHeaders: boolean
  readonly compression: boolean
}

/** The head of a base address reply. Its date is the session's, as are all times of the reply. */
export function writeWholeHead(
  response: ServerResponse,
  reply: Reply,
  session: Session,
  { quietHeaders, compression }: ConnectionOptions,
  more?: Reply['headers'],
): void {
  setDate(response, instantOf(session))
  crossOriginOfApi(response)
  // Shared caches must keep one body per encoding.
  if (compression && response.req.method !== 'OPTIONS') response.setHeader('vary', 'accept-encoding')
  writeHead(response, reply, quietHeaders, more)
}

/** Completes the lines of the head that opens a stream. */
export function completeUpgrade(
  lines: string[],
  { asOfMs, rule, headers = {} }: Reply,
  { quietHeaders }: ConnectionOptions,
): void {
  if (!quietHeaders) lines.push(`x-gmx-sim-at: ${new Date(asOfMs).toISOString()}`)
  if (!quietHeaders && rule !== undefined) lines.push(`x-gmx-sim-rule: ${rule}`)
  for (const [name, value] of Object.entries(headers)) {
    const at = lines.findIndex((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    if (at >= 0) lines.splice(at, 1)
    if (value !== null) lines.push(`${name}: ${value}`)
  }
}

/** Replaces the date that Node adds, unless `ms` is NaN. */
export function setDate(response: ServerResponse, ms: number): void {
  if (!Number.isNaN(ms)) response.setHeader('Date', toHttpDate(ms))
}

/** NaN if the session itself fails. */
export function instantOf(session: Session): number {
  try {
    return session.nowMs()
  } catch {
    return Number.NaN
  }
}

/** Writes status and headers, `more` last. Node omits the body for HEAD. */
function writeHead(
  response: ServerResponse,
  reply: Reply,
  quietHeaders: boolean,
  more: Reply['headers'] = {},
): void {
  const { status, body, asOfMs, headers, rule, encoding } = reply
  response.statusCode = status
  if (status !== 204) {
    response.setHeader('content-type', 'application/json; charset=utf-8')
    response.setHeader('content-length', body.length)
    if (encoding !== undefined) response.setHeader('content-encoding', encoding)
  }
  if (!quietHeaders) {
    if (!Number.isNaN(asOfMs)) response.setHeader('x-gmx-sim-at', new Date(asOfMs).toISOString())
    if (rule !== undefined) response.setHeader('x-gmx-sim-rule', rule)
  }
  for (const [name, value] of Object.entries({ ...headers, ...more }))
    if (value === null) response.removeHeader(name)
    else response.setHeader(name, value)
  if (response.hasHeader('transfer-encoding')) response.removeHeader('content-length')
}

/** Sends a reply of the simulator itself, which no journal records; any page may read it. Its date is the instant it describes, if any. */
export function writeReply(response: ServerResponse, reply: Reply, quietHeaders = true): void {
  setDate(response, reply.asOfMs)
  crossOrigin(response)
  writeHead(response, reply, quietHeaders)
  response.end(reply.body)
}
