export interface Reply {
  readonly status: number
  /** JSON text in UTF-8, unless `headers` say otherwise. */
  readonly body: Buffer
  /** The instant the reply describes, in ms since 1970. */
  readonly asOfMs: number
  /** Beyond those that every reply has. */
  readonly headers?: Readonly<Record<string, string>>
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

const MOST_SHOWN = 200

/** The reply where there is nothing; a long path is shown shortened. */
export function notFoundReply(path: string, asOfMs: number): Reply {
  if (path === '/')
    return errorReply(
      404,
      ['there is nothing at a base address itself: ask for a path below it, such as /ping'],
      asOfMs,
    )
  const shown = path.length > MOST_SHOWN ? `${path.slice(0, MOST_SHOWN)}…` : path
  return errorReply(404, [`there is nothing at ${shown}`], asOfMs)
}

export function wrongMethodReply(method: string, asOfMs: number): Reply {
  return errorReply(405, [`${method} is not allowed here, use GET`], asOfMs, { allow: 'GET, HEAD, OPTIONS' })
}
