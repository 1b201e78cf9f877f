import * as z from 'zod'
import { customReply, errorReply, NO_BODY } from '../../api/routing/reply.js'
import { toHttpDate } from '../../kit/formats/http-date.js'
import { durationInWords } from '../../kit/text/duration.js'
import { isJson } from '../../kit/text/words.js'
import { defineFault } from '../define.js'
import { DURATION_HINT, duration, headersInWords, optional, sentHeaders } from '../values.js'

const REASON_PHRASES: Readonly<Record<number, string>> = {
  400: 'bad request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not found',
  408: 'request timeout',
  429: 'too many requests',
  500: 'internal server error',
  502: 'bad gateway',
  503: 'service unavailable',
  504: 'timeout',
}

const retryAfterSchema = z
  .union([duration, z.strictObject({ date: duration })], { error: DURATION_HINT })
  .meta({ tsName: 'RetryAfterInput' })

/**
 * Another reply instead of the data: an error, a redirect, or a success with another body. Retry-After is rounded up to whole seconds,
 * as neither form of the header has a smaller unit.
 */
export const status = defineFault({
  key: 'status',
  about:
    'another reply instead of the data: an error, a redirect, or a custom body; Retry-After is sent in whole seconds, or as a date',
  examples: [
    '{ status: 429, retryAfter: 2s }',
    '{ status: 503, retryAfter: { date: 30s } }',
    '{ status: 503, headers: { x-trace: a1 }, body: "<h1>down</h1>" }',
    '{ status: 302, headers: { location: /elsewhere } }',
    '{ status: 200, body: [] }',
  ],
  shape: () => ({
    status: z.int().min(200).max(599),
    retryAfter: optional(
      retryAfterSchema,
      'The Retry-After header: whole seconds, or with date the HTTP date that far ahead on the virtual clock',
    ),
    headers: sentHeaders.optional(),
    body: optional(
      z.union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())], {
        error: 'write text, a mapping or a list',
      }),
      'Text, or JSON as a mapping or a list; when left out {"errors":[…]} from 400 on, nothing below; 204, 205 and 304 never have one',
    ),
  }),
  inWords({ status, retryAfter, headers, body }) {
    const parts = [
      ...(retryAfter === undefined ? [] : [retryAfterInWords(retryAfter)]),
      ...headersInWords(headers),
      ...(body === undefined ? [] : ['a custom body']),
    ]
    return `answers ${[status, ...parts].join(', ')}`
  },
  outcomeClass({ status, body }) {
    if (status >= 400) return 'error'
    const isRedirection = status >= 300
    return isRedirection || isParsed(status, body) ? 'wrong' : 'broken'
  },
  flaw: 'poisoned',
  stage: {
    on: 'reply',
    reply({ status, retryAfter, headers, body }, { endpoint, atMs }) {
      const extra = {
        ...(retryAfter !== undefined && { 'retry-after': headerOf(retryAfter, atMs) }),
        ...headers,
      }
      if (body === undefined && status >= 400)
        return errorReply(status, [messageOf(status, endpoint?.id)], atMs, extra)
      return customReply(status, NO_BODY.has(status) ? undefined : body, atMs, extra)
    },
  },
})

type RetryAfter = z.output<typeof retryAfterSchema>

function retryAfterInWords(retryAfter: RetryAfter): string {
  return typeof retryAfter === 'number'
    ? `Retry-After ${durationInWords(retryAfter)}`
    : `Retry-After as a date ${durationInWords(retryAfter.date)} ahead`
}

function headerOf(retryAfter: RetryAfter, atMs: number): string {
  return typeof retryAfter === 'number'
    ? String(Math.ceil(retryAfter / 1000))
    : toHttpDate(Math.ceil((atMs + retryAfter.date) / 1000) * 1000)
}

/** Whether clients can parse the body as JSON. */
function isParsed(status: number, body: unknown): boolean {
  if (NO_BODY.has(status) || body === undefined) return false
  return typeof body !== 'string' || isJson(body)
}

/** Ping's error message is the only one on record for the live service. */
function messageOf(status: number, endpoint: string | undefined): string {
  if (status === 500 && endpoint === 'ping') return 'db is unavailable'
  return REASON_PHRASES[status] ?? `status ${status}`
}
