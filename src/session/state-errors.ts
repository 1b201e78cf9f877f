/** Why shared state cannot answer for a session. */

/** The session of a request has ended elsewhere, or begun anew. */
export class SessionEndedError extends Error {
  override readonly name = 'SessionEnded'
}

/** The shared state is unreachable; not a fault of the caller. */
export class StateLostError extends Error {
  override readonly name = 'StateLost'
  readonly hint: string

  constructor(
    message = 'this replica has lost its store',
    hint = 'retry: another replica answers, or this one once the store is back',
  ) {
    super(message)
    this.hint = hint
  }
}

/** Data in the store that no replica has written. Clients see a fixed text; the log names the key and what was expected. */
export class UnreadableError extends StateLostError {
  readonly detail: string

  constructor(key: string, expected: string) {
    super(
      'the store has data of this session that cannot be read',
      'see the log; POST reset in the session, or DELETE it',
    )
    this.detail = `${key.slice(0, 100)}: ${expected.slice(0, 200)}`.replace(/\p{Cc}/gu, ' ')
  }

  /** For the log. */
  of(session: string): Error {
    return new Error(
      `session ${session.slice(0, 64)} cannot be read from the store, and answers 503 until it is reset or ended: ${this.detail}`,
    )
  }
}
