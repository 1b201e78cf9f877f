import { computed, signal } from '@preact/signals'
import { firstFrom } from '../journal-entries.js'
import type { Entry } from '../replies.js'
import { journal } from '../state.js'
import { FILTER_KEYS, journalFilter, type ListFilter, openRequestNumber, show, shownRange } from '../view.js'
import { baseLabel } from '../words.js'

/** The filter value of requests without a rule or endpoint; no name is empty. */
export const NONE = ''

/** The filter value of all statuses without an answer, or with an error. */
export const FAILED = 'failed'

const isFailed = ({ met }: Entry): boolean => met === 'error' || met === 'broken' || met === 'silent'

export const filteredEntries = computed((): readonly Entry[] => {
  const entries = journal.value ?? []
  const filter = journalFilter.value
  const range = shownRange.value
  if (range === undefined && !isFiltering(filter)) return entries
  const [from, to] = range === undefined ? ['', '~'] : [isoOf(range.fromMs), isoOf(range.toMs)]
  return entries.filter((entry) => entry.at >= from && entry.at < to && isShown(entry, filter))
})

/** Texts of instants sort like instants. */
const isoOf = (ms: number) => new Date(ms).toISOString()

export const isFiltering = (filter: ListFilter): boolean => Object.keys(filter).length > 0

/** The values by which requests are filtered. */
const VALUES: { readonly [Key in keyof Required<ListFilter>]: (entry: Entry) => string | null } = {
  base: baseLabel,
  endpoint: ({ endpoint }) => endpoint,
  status: ({ status }) => `${status ?? 'none'}`,
  rule: ({ rule }) => rule,
  client: ({ userAgent }) => userAgent,
  address: ({ address }) => address,
}

const isShown = (entry: Entry, filter: ListFilter): boolean =>
  Object.entries(filter).every(([key, wanted]) =>
    wanted === FAILED && key === 'status'
      ? isFailed(entry)
      : valueIn(entry, key as keyof ListFilter) === wanted,
  )

const valueIn = (entry: Entry, key: keyof ListFilter): string => VALUES[key](entry) ?? NONE

/** The chosen request, which keys move; its detail need not be open. */
export const chosenN = signal(openRequestNumber.peek())

/** Rises with each link to a request, whose detail then takes the focus. */
export const led = signal(0)

/** Opens a request, clearing the filter and range that hide it. */
export function openEntry(n: number): void {
  const list = filteredEntries.peek()
  const isHidden = list[firstFrom(list, n)]?.n !== n
  show({ part: 'requests', request: n, ...(isHidden && { filter: {}, range: undefined }) })
  chosenN.value = n
  led.value++
}

export function lookAt(n: number | undefined): void {
  show({ request: n })
  if (n !== undefined) chosenN.value = n
}

/** The values to filter by, among the known requests. */
export const facets = computed(() => {
  const values = Object.fromEntries(FILTER_KEYS.map((key) => [key, new Set<string>()]))
  for (const entry of journal.value ?? []) {
    for (const key of FILTER_KEYS) values[key].add(valueIn(entry, key))
    if (isFailed(entry)) values['status'].add(FAILED)
  }
  return values
})
