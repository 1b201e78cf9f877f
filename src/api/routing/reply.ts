import type { Encoding } from './encoding.js'

/** Statuses without a body. */
export const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304])

export interface Reply {
  readonly status: number
  /** UTF-8 JSON, unless `headers` say otherwise. */
  readonly body: Buffer
  /** The instant described, ms since 1970; NaN if none. */
  readonly asOfMs: number
  /** Extra headers. */
  readonly headers?: Readonly<Record<string, string>>
  /** Content encoding of `body`; none if omitted. */
  readonly encoding?: Encoding
  /** The rule that affected it. */
  readonly rule?: string
}

/** The interface's only shape of errors. */
export function errorReply(
  status: number,
  errors: readonly string[],
  asOfMs: number,
  headers?: Reply['headers'],
): Reply {
  return { status, body: Buffer.from(JSON.stringify({ errors })), asOfMs, ...(headers && { headers }) }
}

const MAX_SHOWN = 200

/** 404; truncates long paths. */
export function notFoundReply(path: string, asOfMs: number, hint?: string): Reply {
  if (path === '/')
    return errorReply(
      404,
      ['there is nothing at a base address itself: ask for a path below it, such as /ping'],
      asOfMs,
    )
  const shown = path.length > MAX_SHOWN ? `${path.slice(0, MAX_SHOWN)}…` : path
  return errorReply(404, [`there is nothing at ${shown}${hint === undefined ? '' : `; ${hint}`}`], asOfMs)
}

/** 405; `allowed` begins with the method to use. */
export function wrongMethodReply(method: string, allowed: readonly string[], asOfMs: number): Reply {
  const message = `${method} is not allowed here, use ${allowed[0]}`
  return errorReply(405, [message], asOfMs, { allow: allowed.join(', ') })
}
