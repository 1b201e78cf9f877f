import type { Encoding } from './encoding.js'

/** Statuses whose replies have no body, whatever is said. */
export const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304])

export interface Reply {
  readonly status: number
  /** JSON text in UTF-8, unless `headers` say otherwise. */
  readonly body: Buffer
  /** The instant the reply describes, in ms since 1970; NaN where it describes none. */
  readonly asOfMs: number
  /** Beyond those that every reply has. */
  readonly headers?: Readonly<Record<string, string>>
  /** How `body` is compressed; plain when left out. */
  readonly encoding?: Encoding
  /** The rule that had a hand in it. */
  readonly rule?: string
}

/** The one shape of error that the interface knows. */
export function errorReply(
  status: number,
  errors: readonly string[],
  asOfMs: number,
  headers?: Reply['headers'],
): Reply {
  return { status, body: Buffer.from(JSON.stringify({ errors })), asOfMs, ...(headers && { headers }) }
}

const MAX_SHOWN = 200

/** 404 for an unknown path, which is truncated. */
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

/** `allowed` begins with the method to use. */
export function wrongMethodReply(method: string, allowed: readonly string[], asOfMs: number): Reply {
  const message = `${method} is not allowed here, use ${allowed[0]}`
  return errorReply(405, [message], asOfMs, { allow: allowed.join(', ') })
}
