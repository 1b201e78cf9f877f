/** What is told of a call of the control API. What any call may answer is added here; a call declares its own errors. */
import type * as z from 'zod'

/** The calls that are run have all this and more. */
export interface DescribedCall {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** Below `/__sim/v1`, parameters as `:name`. */
  readonly path: string
  readonly about: string
  /** Whether it exists per session too, below `/s/<id>/__sim/v1`. */
  readonly perSession: boolean
  /** Whether anybody may ask, without a token and from any page. */
  readonly isOpen?: true
  /** The JSON body; none is read where this is left out. */
  readonly body?: z.ZodType
  /** A body that is text of its own kind: a scenario in YAML or JSON. */
  readonly textBody?: true
  /** A body that is good. */
  readonly example?: unknown
  readonly query?: z.ZodType
  /** Status of success; 200 when left out. */
  readonly status?: number
  /** What it answers; `text` for anything but JSON. */
  readonly reply: z.ZodType | 'text'
  /** Its own errors, beyond those that any call like it may answer. */
  readonly errors?: readonly CallError[]
}

export interface CallError {
  readonly status: number
  readonly code: string
  readonly about: string
}

/** What any call like this one may answer. */
export function commonErrors(call: Omit<DescribedCall, 'reply'>): CallError[] {
  const { body, textBody, query, perSession, isOpen } = call
  const error = (status: number, code: string, about: string) => ({ status, code, about })
  return [
    ...(body === undefined
      ? []
      : [
          error(400, 'bad-json', 'the body is not JSON'),
          error(400, 'bad-body', 'the body has a wrong or unknown key'),
        ]),
    ...(query === undefined ? [] : [error(400, 'bad-query', 'a parameter is wrong, unknown or given twice')]),
    ...(body === undefined && textBody === undefined
      ? []
      : [
          error(413, 'body-too-large', 'the body is larger than 1 MiB'),
          error(415, 'bad-request', 'the body is in an unknown charset or encoding'),
        ]),
    ...(isOpen
      ? []
      : [
          error(401, 'bad-token', 'the token is missing or wrong'),
          error(403, 'control-off', 'control needs a token on an address that other machines reach'),
          error(403, 'foreign-host', 'the Host header is not of this machine'),
          error(403, 'foreign-origin', 'the page that asks is not of this machine'),
        ]),
    ...(perSession ? [error(404, 'no-such-session', 'the session has ended or never was')] : []),
    error(500, 'internal', 'a bug: see the log'),
  ]
}
