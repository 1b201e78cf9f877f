import { computed, signal } from '@preact/signals'
import { getOrCreate } from '../../../kit/maps.js'
import { isFailedOutcome } from '../../../kit/outcome-class.js'
import { parseDuration } from '../../../kit/text/duration.js'
import { firstFrom, sortedBy, type ValueOf } from '../journal-entries.js'
import type { Entry } from '../replies.js'
import { journal, nowMs, timeline } from '../state.js'
import {
  FACET_KEYS,
  type FacetKey,
  journalFilter,
  type ListFilter,
  openRequestNumber,
  show,
  shownRange,
} from '../view.js'
import { baseLabel, entryInWords } from '../words.js'

/** The filter value of requests without a rule or endpoint; no name is empty. */
export const NONE = ''

/** The filter value of all statuses without an answer, or with an error. */
export const FAILED = 'failed'

const isFailed = ({ met }: Entry): boolean => isFailedOutcome(met)

export const filteredEntries = computed((): readonly Entry[] => {
  const entries = journal.value ?? []
  const filter = journalFilter.value
  const range = shownRange.value
  if (range === undefined && !isFiltering(filter)) return entries
  const [from, to] = range === undefined ? ['', '~'] : [isoOf(range.fromMs), isoOf(range.toMs)]
  const { since } = filter
  const sinceMs = since && sinceMsOf(since, timeline.value?.loadedAt ?? null, nowMs.value ?? 0)
  const least = sinceMs ? isoOf(Math.max(sinceMs, 0)) : ''
  return entries.filter(
    (entry) => entry.at >= from && entry.at >= least && entry.at < to && isShown(entry, filter),
  )
})

/** The value of a column, undefined for the order of arrival; `isDown`: the greatest on top. */
export const sorting = signal<{ readonly by?: ValueOf | undefined; readonly isDown: boolean }>({
  isDown: true,
})

/** The list from bottom to top. */
export const listedEntries = computed((): readonly Entry[] => {
  const { by, isDown } = sorting.value
  const up = by === undefined ? filteredEntries.value : sortedBy(filteredEntries.value, by)
  return isDown ? up : up.toReversed()
})

/** Chooses the shown request that arrived nearest to an instant. */
export function chooseNear(atMs: number): void {
  const distance = ({ at }: Entry) => Math.abs(Date.parse(at) - atMs)
  const [first, ...others] = filteredEntries.peek()
  if (first === undefined) return
  chosenN.value = others.reduce((best, entry) => (distance(entry) < distance(best) ? entry : best), first).n
}

/** Texts of instants sort like instants. */
const isoOf = (ms: number) => new Date(ms).toISOString()

export const isFiltering = (filter: ListFilter): boolean => Object.keys(filter).length > 0

/** The values by which requests are filtered. */
const VALUES: Readonly<Record<FacetKey, (entry: Entry) => string | null>> = {
  base: baseLabel,
  endpoint: ({ endpoint }) => endpoint,
  status: ({ status }) => `${status ?? 'none'}`,
  rule: ({ rule }) => rule,
  client: ({ userAgent }) => userAgent,
  address: ({ address }) => address,
}

/** Whether an entry has the text in any of its columns, and every other value of the filter. */
export function isShown(entry: Entry, { text, since: _, ...values }: ListFilter): boolean {
  if (text !== undefined && !searchedText(entry).includes(text.toLowerCase())) return false
  return Object.entries(values).every(([key, wanted]) =>
    wanted === FAILED && key === 'status' ? isFailed(entry) : valueIn(entry, key as FacetKey) === wanted,
  )
}

/** A memo: the list is filtered again for each new request. */
const searchedTexts = new WeakMap<Entry, string>()

const searchedText = (entry: Entry): string =>
  getOrCreate(searchedTexts, entry, () =>
    `${entryInWords(entry)} ${entry.at} ${entry.userAgent} ${entry.requestId}`.toLowerCase(),
  )

/** The instant from which on requests are listed: of the load of the scenario, or a while before now. */
function sinceMsOf(since: string | undefined, loadedAt: string | null, nowMs: number): number {
  if (since === undefined) return Number.NEGATIVE_INFINITY
  const atMs = since === 'scenario' ? Date.parse(loadedAt ?? '') : nowMs - parseDuration(since)
  return Number.isNaN(atMs) ? Number.NEGATIVE_INFINITY : atMs
}

const valueIn = (entry: Entry, key: FacetKey): string => VALUES[key](entry) ?? NONE

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

export const focusList = (): void => document.querySelector<HTMLElement>('.request-list')?.focus()

export function lookAt(n: number | undefined): void {
  show({ request: n })
  if (n !== undefined) chosenN.value = n
}

/** The values to filter by, among the known requests. */
export const facets = computed(() => {
  const values = Object.fromEntries(FACET_KEYS.map((key) => [key, new Set<string>()])) as Record<
    FacetKey,
    Set<string>
  >
  for (const entry of journal.value ?? []) {
    for (const key of FACET_KEYS) values[key].add(valueIn(entry, key))
    if (isFailed(entry)) values['status'].add(FAILED)
  }
  return values
})
