import { StateLostError } from '../session/state-store.js'

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

/** Versions of documents that cannot be read. Their sessions answer 503 until there is another version. */
export class UnreadableDocuments {
  readonly #all = new Map<string, { readonly version: number; readonly why: UnreadableError }>()

  /** Logs each reason once. */
  add(id: string, version: number, error: unknown, log: (error: Error) => void): void {
    const why = error instanceof UnreadableError ? error : new UnreadableError('document', String(error))
    if (this.#all.get(id)?.why.detail !== why.detail) log(why.of(id))
    this.#all.set(id, { version, why })
  }

  has(id: string): boolean {
    return this.#all.has(id)
  }

  versionOf(id: string): number | undefined {
    return this.#all.get(id)?.version
  }

  delete(id: string): void {
    this.#all.delete(id)
  }

  clear(): void {
    this.#all.clear()
  }

  /** Throws for the session of such a document. */
  requireReadable(id: string): void {
    const of = this.#all.get(id)
    if (of !== undefined) throw of.why
  }
}
