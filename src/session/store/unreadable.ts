import { UnreadableError } from '../state-store.js'

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
