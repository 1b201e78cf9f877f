/** The clients of the session with their grades; a press filters the requests to one of them. */
import { durationInWords } from '../../../kit/text/duration.js'
import { pluralize } from '../../../kit/text/words.js'
import { read } from '../api.js'
import { usePolled } from '../hooks.js'
import { Button, Heads } from '../parts.js'
import type { ClientGrade, ClientSummary, ControlReplies } from '../replies.js'
import { journal, nowMs, timeline } from '../state.js'
import { journalFilter, type ListFilter, show, shownRange } from '../view.js'
import { baseLabel, exactTimeOf, programOf } from '../words.js'
import { EntryLink } from './detail.js'
import { FAILED, isFiltering, NONE } from './selection.js'

const REFRESH_MS = 2000

const HEADS = [
  ['Client', 'Its User-Agent header and IP address, or that of a proxy in between'],
  ['Requests', 'Among the newest 2,000'],
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
  const { clients, since = 0 } =
    usePolled(
      REFRESH_MS,
      () => read('/clients'),
      () => [journal.peek()],
    ) ?? {}
  const isNarrowed = isFiltering(journalFilter.value) || shownRange.value !== undefined
  if (clients === undefined) return <p class="empty">Loading clients …</p>
  return (
    <section class="clients scroll" aria-label="Clients">
      <p class="faint">
        Counts{' '}
        {since > 1 ? `the newest 2,000 requests, since #${since.toLocaleString('en-US')}` : 'all requests'}
        {isNarrowed && ', whatever filter and range show'}.
      </p>
      <table>
        <Heads of={HEADS} />
        <tbody>
          {clients.map((client) => (
            <ClientRow key={`${client.address} ${client.userAgent}`} client={client} />
          ))}
        </tbody>
      </table>
      <Grades />
      <Incidents />
    </section>
  )
}

function ClientRow({ client }: { readonly client: ClientSummary }) {
  const { userAgent, address, requests, perSecond, bases, failed, flawed, retries, failovers } = client
  const { honoured, ignored, longestMs } = client
  const filter = { client: userAgent ?? NONE, address: address ?? NONE }
  const showOnly = (more: ListFilter) =>
    show({ part: 'requests', filter: { ...filter, ...more }, range: undefined })
  return (
    <tr>
      <th scope="row">
        <Button class="as-text" title={userAgent ?? 'No User-Agent header'} onClick={() => showOnly({})}>
          {programOf(userAgent ?? NONE)}
        </Button>{' '}
        <small>{address ?? 'in process'}</small>
      </th>
      <td>{requests.toLocaleString('en-US')}</td>
      <td>{perSecond.toFixed(1)}</td>
      <td class="words">{bases.map(baseLabel).join(', ')}</td>
      <td class={failed > 0 ? 'error' : ''}>
        <Button
          class="as-text"
          title="Show its failed requests"
          disabled={failed === 0}
          onClick={() => showOnly({ status: FAILED })}
        >
          {failed.toLocaleString('en-US')}
        </Button>
      </td>
      <td class={flawed > 0 ? 'wrong' : ''}>{flawed.toLocaleString('en-US')}</td>
      <td>{retries}</td>
      <td>{failovers}</td>
      <td class={ignored > 0 ? 'error' : honoured > 0 ? 'good' : ''}>
        {honoured + ignored === 0 ? '–' : `${honoured} of ${honoured + ignored}`}
      </td>
      <td>{longestMs === 0 ? '–' : durationInWords(longestMs)}</td>
    </tr>
  )
}

const GRADES_MS = 3000
const OPEN: readonly string[] = ['fail', 'warn']
const LOOKS: Readonly<Record<string, string>> = { pass: 'good', warn: 'wrong', fail: 'error' }

type Grades = ControlReplies['GET /clients/grades']

function Grades() {
  const grades = usePolled(
    GRADES_MS,
    () => read('/clients/grades'),
    () => [timeline.peek(), nowMs.peek(), journal.peek()],
  )
  if (grades === undefined || grades.scenario === null) return null
  return (
    <section class="grades" aria-label="Grades">
      <h3>
        {grades.scenario || 'Scenario'} <span class="faint">{whenInWords(grades)}</span>
      </h3>
      {grades.clients.map((client) => (
        <Grade key={`${client.address} ${client.userAgent}`} client={client} />
      ))}
    </section>
  )
}

function whenInWords({ phase, leftMs, skippedMs }: Grades): string {
  if (phase === null) return 'waits for requests of clients'
  if (leftMs === null) return 'has no end: the grades are preliminary'
  const when =
    leftMs === 0 ? 'is over' : `${phase}; final grades in ${durationInWords(Math.ceil(leftMs / 1000) * 1000)}`
  return skippedMs < 1000 ? when : `${when}; without ${durationInWords(skippedMs)} of clock jumps`
}

function Grade({ client }: { readonly client: ClientGrade }) {
  const { userAgent, address, verdict, score, judged, of, problem, checks } = client
  const worst = checks.find((check) => check.verdict === 'fail' || check.verdict === 'warn')
  const why = problem ?? worst?.because
  const open = checks.filter((check) => check.level !== 'INFO' && OPEN.includes(check.verdict)).length
  // A pass with open checks is amber.
  const [look, outcome] =
    verdict === 'pass' && open > 0 ? ['wrong', `pass, ${open} to improve`] : [LOOKS[verdict] ?? '', verdict]
  return (
    <details>
      <summary>
        <strong>{programOf(userAgent ?? NONE)}</strong> <small>{address ?? 'in process'}</small>{' '}
        <b class={look}>{outcome}</b>, {score === null ? '' : `score ${score}, `}
        {judged} of {of} checks{why && `: ${why}`}
      </summary>
      <ul>
        {checks.map(({ id, level, verdict, because, evidence: [n] }) => (
          <li key={id}>
            <b class={LOOKS[verdict] ?? 'faint'}>{verdict}</b> {id} <small>{level}</small> {because}{' '}
            {n !== undefined && <EntryLink n={n} />}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Incidents since the start, and for whom: also where their requests are no longer kept. */
function Incidents() {
  const { incidents = [] } =
    usePolled(
      GRADES_MS,
      () => read('/incidents'),
      () => [timeline.peek(), journal.peek()],
    ) ?? {}
  const seen = incidents.toReversed().filter(({ clients }) => clients.length > 0)
  if (seen.length === 0) return null
  return (
    <section class="grades" aria-label="Incidents">
      <h3>Incidents</h3>
      <ul>
        {seen.flatMap(({ scenario, loadedAt, clients }) =>
          clients.map((client) => (
            <li key={`${loadedAt} ${client.address} ${client.userAgent}`}>
              <strong>{scenario ?? 'Unnamed scenario'}</strong> <small>{exactTimeOf(loadedAt)}</small>{' '}
              {programOf(client.userAgent ?? NONE)} <small>{client.address ?? 'in process'}</small>:{' '}
              {faredInWords(client)}
            </li>
          )),
        )}
      </ul>
    </section>
  )
}

type Fared = ControlReplies['GET /incidents']['incidents'][number]['clients'][number]

function faredInWords({ requests, failed, firstFailureAt, failovers, outageMs, outageOf, worst }: Fared) {
  const first = firstFailureAt === null ? '' : `, the first at ${exactTimeOf(firstFailureAt)}`
  const outage = outageOf === null ? '' : `, no good ${outageOf} for ${durationInWords(outageMs)}`
  const finding = worst === null ? '' : `; ${worst.check}: ${worst.because}`
  return `${failed} of ${pluralize(requests, 'request')} failed${first}, ${pluralize(failovers, 'failover')}${outage}${finding}`
}
