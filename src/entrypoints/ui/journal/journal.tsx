import { actOnKey } from '../hooks.js'
import { addressOf } from '../page-paths.js'
import { Button, Choice, CopyButton, Panel, Select } from '../parts.js'
import { bases, journal } from '../state.js'
import { FACET_KEYS, journalFilter, linkToView, show, shownJournalPart } from '../view.js'
import { programOf } from '../words.js'
import { Clients } from './clients.js'
import { Detail } from './detail.js'
import { List } from './list.js'
import { facets, filteredEntries, focusList, isFiltering, NONE } from './selection.js'

export function JournalPanel() {
  const total = journal.value?.length
  return (
    <Panel
      id="journal"
      title="Requests"
      tools={
        <>
          <span class="counted faint">{countInWords(filteredEntries.value.length, total)}</span>
          <Choice
            label="What to show"
            values={['requests', 'clients']}
            chosen={shownJournalPart.value}
            words={{ requests: 'List', clients: 'Clients' }}
            onChoose={(part) => show({ part })}
          />
          <Filters />
        </>
      }
    >
      {total === undefined ? (
        <p class="empty">Loading requests …</p>
      ) : total === 0 ? (
        <NoneYet />
      ) : shownJournalPart.value === 'clients' ? (
        <Clients />
      ) : (
        <div class="journal grow">
          <List />
          <Detail />
        </div>
      )}
    </Panel>
  )
}

function countInWords(seen: number, total: number | undefined): string {
  if (total === undefined || total === 0) return ''
  const inWords = (count: number) => count.toLocaleString('en-US')
  return seen === total ? inWords(total) : `${inWords(seen)} of ${inWords(total)}`
}

function NoneYet() {
  const [first] = bases.value ?? []
  const url = first && addressOf(first)
  return (
    <p class="empty">
      No request yet: point your client at <code>{url ?? '…'}</code>{' '}
      {url !== undefined && <CopyButton text={url} about={`Copy ${url}`} />}
    </p>
  )
}

/** The value of "all", which no option has. */
const ALL = '*all'

const nameOf = (key: string, value: string) =>
  value === NONE ? 'none' : key === 'client' ? programOf(value) : value

const SINCE_OPTIONS = [
  ['scenario', 'Time: this scenario'],
  ['1m', 'Time: last minute'],
  ['10m', 'Time: last 10 min'],
] as const

function Filters() {
  const filter = journalFilter.value
  const values = facets.value
  const change = (key: string, value: string) => {
    const changed = Object.entries({ ...filter, [key]: value }).filter(([, value]) => value !== ALL)
    show({ filter: Object.fromEntries(changed) })
  }
  return (
    <fieldset class="filters row" aria-label="Which requests to show">
      <input
        type="search"
        class={`small${filter.text === undefined ? '' : ' chosen'}`}
        aria-label="Text"
        placeholder="Text: path, rule"
        value={filter.text ?? ''}
        onInput={({ currentTarget: { value } }) => change('text', value || ALL)}
        onKeyDown={(event) => actOnKey(event, { Enter: focusList })}
      />
      <Select
        class={filter.since === undefined ? 'small' : 'small chosen'}
        aria-label="Time"
        value={filter.since ?? ALL}
        options={[[ALL, 'Time: all'], ...SINCE_OPTIONS]}
        onChoose={(value) => change('since', value)}
      />
      {FACET_KEYS.filter((key) => key !== 'address' || values[key].size > 1).map((key) => {
        const label = `${key.charAt(0).toUpperCase()}${key.slice(1)}`
        const { [key]: chosen } = filter
        // A link may filter by a value that no request has yet.
        const known = new Set([...values[key], ...(chosen === undefined ? [] : [chosen])])
        const options = [...known].sort().map((value) => [value, `${label}: ${nameOf(key, value)}`] as const)
        return (
          <Select
            key={key}
            class={chosen === undefined ? 'small' : 'small chosen'}
            aria-label={label}
            value={chosen ?? ALL}
            options={[[ALL, `${label}: all`], ...options]}
            onChoose={(value) => change(key, value)}
          />
        )
      })}
      <Button class="small" disabled={!isFiltering(filter)} onClick={() => show({ filter: {} })}>
        Clear
      </Button>
      <CopyButton text={linkToView.value} about="Copy link to this view" label="Copy link" />
    </fieldset>
  )
}
