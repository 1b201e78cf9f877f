export interface Reply {
  readonly status: number
  /** JSON text in UTF-8, unless `headers` say otherwise. */
  readonly body: Buffer
  /** The instant the reply describes, in ms since 1970. */
  readonly asOfMs: number
  /** Beyond those that every reply has. */
  readonly headers?: Readonly<Record<string, string>>
  /** Until when, in ms since 1970, the same question has the same reply: the end of the cache window. */
  readonly goodUntilMs?: number
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
