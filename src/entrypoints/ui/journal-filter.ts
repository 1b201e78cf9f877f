import { signal } from '@preact/signals'

/** Every given key must be equal. */
export interface ListFilter {
  readonly network?: string
  readonly base?: string
  readonly endpoint?: string
  readonly status?: string
  readonly rule?: string
  /** The User-Agent header. */
  readonly client?: string
  readonly address?: string
}

/** The number of the request whose detail is open. */
export const openRequestNumber = signal<number | undefined>(undefined)
export const journalFilter = signal<ListFilter>({})
