/** The clients of the session; a press filters the requests to one of them. */
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { durationInWords } from '../../../kit/text/duration-in-words.js'
import { call } from '../api.js'
import { assign } from '../assign.js'
import { journalFilter } from '../journal-filter.js'
import { baseLabel, programOf } from '../outcomes.js'
import type { ClientSummary, ControlReplies } from '../replies.js'
import { journal } from '../state.js'
import { each } from '../timers.js'
import { NONE } from './selection.js'
import { shownJournalPart } from './shown-part.js'

const REFRESH_MS = 2000

const known = signal<ControlReplies['GET /clients'] | undefined>(undefined)

const HEADS = [
  ['Client', 'Its User-Agent header and IP address, or that of a proxy in between'],
  ['Requests', 'Among the newest 2,000 of the session'],
  ['Req/s', 'Requests per second, over the last 5 s'],
  ['Bases', 'Base addresses, in order of first use'],
  ['Failed', 'Requests without an answer, or with an error'],
  ['Bad data', 'Answers with old, partial or false data'],
  ['Retries', 'Repeated requests to a base that had just failed'],
  ['Failovers', 'Requests to another base after a failure'],
  ['Retry-After', 'Honoured, of those that were asked for'],
  ['Longest outage', 'Longest time without a good reply to one network and endpoint'],
] as const

export function Clients() {
  useEffect(() => {
    let seen: unknown
    const refresh = async () => {
      if (document.hidden || seen === journal.peek()) return
      seen = journal.peek()
      // Kept as it is while the server does not answer, which the header shows.
      assign(known, await call<ControlReplies['GET /clients']>('GET', '/clients').catch(() => known.peek()))
    }
    void refresh()
    return each(REFRESH_MS, () => void refresh())
  }, [])
  const clients = known.value?.clients
  if (clients === undefined) return <p class="empty">Loading clients …</p>
  return (
    <section class="clients" aria-label="Clients">
      <table>
        <thead>
          <tr>
            {HEADS.map(([name, about]) => (
              <th key={name} scope="col" title={about}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {clients.map((client) => (
            <ClientRow key={`${client.address} ${client.userAgent}`} client={client} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function ClientRow({ client }: { readonly client: ClientSummary }) {
  const { userAgent, address, requests, perSecond, bases, failed, flawed, retries, failovers } = client
  const show = () => {
    journalFilter.value = { client: userAgent ?? NONE, address: address ?? NONE }
    shownJournalPart.value = 'requests'
  }
  return (
    <tr>
      <th scope="row">
        <button type="button" class="as-text" title={userAgent ?? 'No User-Agent header'} onClick={show}>
          {programOf(userAgent ?? NONE)}
        </button>{' '}
        <small>{address ?? 'in process'}</small>
      </th>
      <td>{requests.toLocaleString('en-US')}</td>
      <td>{perSecond.toFixed(1)}</td>
      <td class="words">{bases.map(baseLabel).join(', ')}</td>
      <td class={failed > 0 ? 'error' : ''}>{failed}</td>
      <td class={flawed > 0 ? 'wrong' : ''}>{flawed}</td>
      <td>{retries}</td>
      <td>{failovers}</td>
      <td class={client.ignored > 0 ? 'error' : client.honoured > 0 ? 'good' : ''}>{waitsInWords(client)}</td>
      <td>{client.longestMs === 0 ? '–' : durationInWords(client.longestMs)}</td>
    </tr>
  )
}

export function waitsInWords({ honoured, ignored }: Pick<ClientSummary, 'honoured' | 'ignored'>): string {
  const asked = honoured + ignored
  return asked === 0 ? '–' : `${honoured} of ${asked}`
}
