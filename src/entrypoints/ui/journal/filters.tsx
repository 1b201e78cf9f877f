import { assign } from '../assign.js'
import { journalFilter, type ListFilter } from '../journal-filter.js'
import { baseLabel, programOf } from '../outcomes.js'
import { facets, isFiltering, NONE } from './selection.js'

interface ChooserProps {
  readonly label: string
  readonly value: string | undefined
  readonly options: readonly (readonly [value: string, name: string])[]
  readonly onChoose: (value: string | undefined) => void
}

/** The value of "all", which no option has. */
const ALL = '*all'

function Chooser({ label, value, options, onChoose }: ChooserProps) {
  const isKnown = value === undefined || options.some(([known]) => known === value)
  return (
    <select
      class={value === undefined ? '' : 'chosen'}
      aria-label={label}
      value={value ?? ALL}
      onChange={({ currentTarget: { value } }) => onChoose(value === ALL ? undefined : value)}
    >
      <option value={ALL}>{label}: all</option>
      {/* A link may filter by a value that no request has yet. */}
      {[...options, ...(isKnown ? [] : [[value, value] as const])].map(([option, name]) => (
        <option key={option} value={option}>
          {label}: {name}
        </option>
      ))}
    </select>
  )
}

const plain = (values: readonly string[]) =>
  values.map((value) => [value, value === NONE ? 'none' : value] as const)

/** A base is two keys of the filter, either of which may be missing. */
function baseValue({ network, base }: ListFilter): string | undefined {
  if (network === undefined) return base
  return base === undefined ? network : baseLabel({ network, base })
}

export function Filters() {
  const filter = journalFilter.value
  const { bases, endpoints, statuses, rules, clients, addresses } = facets.value
  const choosers = [
    { label: 'Endpoint', key: 'endpoint', values: endpoints },
    { label: 'Status', key: 'status', values: statuses },
    { label: 'Rule', key: 'rule', values: rules },
  ] as const
  const change = (part: { readonly [Key in keyof ListFilter]: string | undefined }) => {
    const changed = Object.entries({ ...filter, ...part }).filter(([, value]) => value !== undefined)
    journalFilter.value = Object.fromEntries(changed)
  }
  return (
    <fieldset class="filters" aria-label="Which requests to show">
      <Chooser
        label="Base"
        value={baseValue(filter)}
        options={plain(bases.map(({ name }) => name))}
        onChoose={(name) => {
          const chosen = bases.find((base) => base.name === name)
          change({ network: chosen?.network, base: chosen?.base })
        }}
      />
      {choosers.map(({ label, key, values }) => (
        <Chooser
          key={key}
          label={label}
          value={filter[key]}
          options={plain(values)}
          onChoose={(value) => change({ [key]: value })}
        />
      ))}
      <Chooser
        label="Client"
        value={filter.client}
        options={clients.map((client) => [client, programOf(client)] as const)}
        onChoose={(client) => change({ client })}
      />
      {addresses.length > 1 && (
        <Chooser
          label="Address"
          value={filter.address}
          options={plain(addresses)}
          onChoose={(address) => change({ address })}
        />
      )}
      <button
        type="button"
        class="small"
        disabled={!isFiltering(filter)}
        onClick={() => assign(journalFilter, {})}
      >
        All
      </button>
    </fieldset>
  )
}
