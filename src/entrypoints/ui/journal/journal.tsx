import { addressOf } from '../addresses.js'
import { assign } from '../assign.js'
import { Choice } from '../parts/choice.js'
import { CopyButton } from '../parts/copy-button.js'
import { Panel } from '../parts/panel.js'
import { bases, journal } from '../state.js'
import { Clients } from './clients.js'
import { Detail } from './detail.js'
import { Filters } from './filters.js'
import { List } from './list.js'
import { filteredEntries } from './selection.js'
import { shownJournalPart } from './shown-part.js'

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
            onChoose={(part) => assign(shownJournalPart, part)}
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
        <div class="journal">
          <List />
          <Detail />
        </div>
      )}
    </Panel>
  )
}

function countInWords(seen: number, total: number | undefined): string {
  if (total === undefined || total === 0) return ''
  return seen === total ? String(total) : `${seen} of ${total}`
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
