import { computed, signal } from '@preact/signals'
import { firstFrom } from '../journal-entries.js'
import { journalFilter, type ListFilter, openRequestNumber } from '../journal-filter.js'
import { baseLabel, statusOf } from '../outcomes.js'
import type { Entry } from '../replies.js'
import { journal } from '../state.js'
import { shownJournalPart } from './shown-part.js'

/** The filter value of requests without a rule or endpoint; no name is empty. */
export const NONE = ''

export const filteredEntries = computed((): readonly Entry[] => {
  const entries = journal.value ?? []
  const filter = journalFilter.value
  return isFiltering(filter) ? entries.filter((entry) => isShown(entry, filter)) : entries
})

export const isFiltering = (filter: ListFilter): boolean =>
  Object.values(filter).some((wanted) => wanted !== undefined)

function isShown(
  entry: Entry,
  { network, base, endpoint, status, rule, client, address }: ListFilter,
): boolean {
  return (
    (network === undefined || entry.network === network) &&
    (base === undefined || entry.base === base) &&
    (endpoint === undefined || (entry.endpoint ?? NONE) === endpoint) &&
    (status === undefined || statusOf(entry) === status) &&
    (rule === undefined || (entry.rule ?? NONE) === rule) &&
    (client === undefined || (entry.userAgent ?? NONE) === client) &&
    (address === undefined || (entry.address ?? NONE) === address)
  )
}

/** The chosen request, which keys move; its detail need not be open. */
export const chosenN = signal<number | undefined>(undefined)

/** Rises with each link to a request, whose detail then takes the focus. */
export const led = signal(0)

/** Opens a request, clearing a filter that hides it. */
export function openEntry(n: number): void {
  shownJournalPart.value = 'requests'
  const list = filteredEntries.peek()
  if (list[firstFrom(list, n)]?.n !== n) journalFilter.value = {}
  lookAt(n)
  led.value++
}

export function lookAt(n: number | undefined): void {
  openRequestNumber.value = n
  if (n !== undefined) chosenN.value = n
}

export interface Facets {
  readonly bases: readonly { readonly name: string; readonly network: string; readonly base: string }[]
  readonly endpoints: readonly string[]
  readonly statuses: readonly string[]
  readonly rules: readonly string[]
  readonly clients: readonly string[]
  readonly addresses: readonly string[]
}

export const facets = computed((): Facets => {
  const bases = new Map<string, Facets['bases'][number]>()
  const endpoints = new Set<string>()
  const statuses = new Set<string>()
  const rules = new Set<string>()
  const clients = new Set<string>()
  const addresses = new Set<string>()
  for (const entry of journal.value ?? []) {
    const { network, base } = entry
    if (network !== null && base !== null)
      bases.set(baseLabel(entry), { name: baseLabel(entry), network, base })
    endpoints.add(entry.endpoint ?? NONE)
    statuses.add(statusOf(entry))
    rules.add(entry.rule ?? NONE)
    clients.add(entry.userAgent ?? NONE)
    addresses.add(entry.address ?? NONE)
  }
  const sorted = (values: Iterable<string>) => [...values].sort()
  return {
    bases: sorted(bases.keys()).map((name) => bases.get(name)!),
    endpoints: sorted(endpoints),
    statuses: sorted(statuses),
    rules: sorted(rules),
    clients: sorted(clients),
    addresses: sorted(addresses),
  }
})
