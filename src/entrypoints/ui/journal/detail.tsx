import { useLayoutEffect, useRef } from 'preact/hooks'
import { failureInWords, read } from '../api.js'
import { actOnKey, usePolled } from '../hooks.js'
import { firstFrom } from '../journal-entries.js'
import { addressOf } from '../page-paths.js'
import { Button, CopyButton, FactRows, Outcome } from '../parts.js'
import type { Entry, EntryDetail } from '../replies.js'
import { bases, journal, journalId } from '../state.js'
import { sinceLoaded } from '../time/shown-time.js'
import { linkToView, openRequestNumber } from '../view.js'
import {
  baseLabel,
  effectInWords,
  exactTimeOf,
  isHeld,
  OUTCOMES,
  outcomeInWords,
  tookInWords,
} from '../words.js'
import { ExchangePanel } from './exchange.js'
import { focusList, led, lookAt, openEntry } from './selection.js'
import { curlOf, messageIn, verdictsOf, windowInWords } from './verdicts.js'

const REFRESH_MS = 1000

export function Detail() {
  const n = openRequestNumber.value
  const entries = journal.value ?? []
  if (n === undefined) return null
  const found = entries[firstFrom(entries, n)]
  return <DetailOf key={`${journalId.value} ${n}`} n={n} entry={found?.n === n ? found : undefined} />
}

function DetailOf({ n, entry }: { readonly n: number; readonly entry: Entry | undefined }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const known = usePolled<EntryDetail | string>(
    REFRESH_MS,
    // A failure replaces no reply.
    (last) => read('/journal/:n', { n }).catch((error) => (isReply(last) ? last : failureInWords(error))),
    // Again until it has ended, and until its client's next one has come.
    (last) => [isFinal(last) || journal.peek()],
  )
  const detail = isReply(known) ? known : undefined
  const times = led.value
  useLayoutEffect(() => {
    if (times === 0 || heading.current === null) return
    heading.current.closest('aside')?.scrollIntoView({ block: 'nearest' })
    heading.current.focus({ preventScroll: true })
  }, [times])
  const about = entry ?? detail?.entry
  const base = bases.value?.find(({ network, base }) => network === about?.network && base === about?.base)
  const curl = about && base && curlOf(about, addressOf(base))
  const { previous = null, next = null } = detail ?? {}
  return (
    // Escape closes it from any focus within.
    <aside
      class="detail column"
      aria-labelledby="detail-title"
      onKeyDown={(event) => actOnKey(event, { Escape: close })}
    >
      <div class="row">
        <h3 id="detail-title" tabIndex={-1} ref={heading}>
          Request #{n}
        </h3>
        <span class="group">
          {Object.entries({ Previous: previous, Next: next }).map(([which, n]) => (
            <Button
              key={which}
              class="small"
              disabled={n === null}
              aria-label={`${which} request of this client and query`}
              title={`${which} request of this client and query`}
              onClick={() => n !== null && openEntry(n)}
            >
              {which === 'Next' ? '›' : '‹'}
            </Button>
          ))}
        </span>
        <CopyButton text={linkToView.value} about={`Copy link to #${n}`} label={`Copy link to #${n}`} />
        {curl !== undefined && <CopyButton text={curl} about="Copy curl command" label="Copy curl" />}
        <Button class="small" aria-label="Close" onClick={close}>
          ✕
        </Button>
      </div>
      {about !== undefined && <Summary entry={about} />}
      {known === undefined && <p class="faint">Loading …</p>}
      {typeof known === 'string' && <p role="alert">{known}</p>}
      {detail && <Verdicts detail={detail} />}
      {detail && <Reasons detail={detail} />}
      {about !== undefined && <Facts entry={about} />}
      <ExchangePanel n={n} />
    </aside>
  )
}

/** Closes the detail, and returns the focus to the list. */
function close(): void {
  lookAt(undefined)
  focusList()
}

/** The number of a request, which opens its detail. */
export const EntryLink = ({ n }: { readonly n: number }) => (
  <Button class="as-text" onClick={() => openEntry(n)}>
    #{n}
  </Button>
)

const isReply = (known: EntryDetail | string | undefined) => typeof known === 'object'

const isFinal = (known: EntryDetail | string | undefined): boolean =>
  isReply(known) && known.next !== null && !isHeld(known.entry)

function Verdicts({ detail }: { readonly detail: EntryDetail }) {
  const verdicts = verdictsOf(detail)
  if (verdicts.length === 0) return null
  return (
    <>
      <h4>Client so far</h4>
      <ul class="verdicts">
        {verdicts.map(({ met, words, n }) => (
          <li key={words}>
            <Outcome met={met} words={words} /> {n !== null && <EntryLink n={n} />}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Why the request was answered so. */
function Reasons({ detail: { entry, scenario, rules, decided, error } }: { readonly detail: EntryDetail }) {
  return (
    <>
      <h4>Why</h4>
      <p class="why">
        {causeInWords(entry, rules)}
        {scenario !== null && <span class="faint"> Scenario {scenario}.</span>}
      </p>
      {error !== null && <p class="failure error">{messageIn(error)}</p>}
      {decided !== null && (
        <p class="decided">
          <strong>{effectInWords(decided.what)}</strong> <span class="faint">for</span> {decided.match}
          <span class="faint">, {windowInWords(decided)}</span>
        </p>
      )}
      {rules !== null && (rules.length > 1 || rules.some(({ fires }) => !fires)) && (
        <ol class="reasons">
          {rules.map(({ rule, fires, call, why }) => (
            <li key={rule} class={fires ? 'fires' : ''}>
              <span class="sign" aria-hidden="true">
                {fires ? '●' : '○'}
              </span>
              <strong>{rule}</strong>{' '}
              <span class="faint">{call === null ? 'no match' : `match ${call}`}</span>
              <span class="reason">{fires ? 'fired' : `did not fire: ${why}`}</span>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

function causeInWords(
  { rule, status, endpoint, network }: EntryDetail['entry'],
  rules: EntryDetail['rules'],
): string {
  const decided = rules?.find(({ fires }) => fires)
  if (decided !== undefined)
    return `Rule ${decided.rule} fired${decided.call === null ? '' : `, on match ${decided.call}`}.`
  if (rules === null)
    return `${rule === null ? 'No rule' : `Rule ${rule}`} fired. Details of that scenario are no longer kept.`
  const nobody = rules.length === 0 ? 'No rules were active.' : 'No rule fired.'
  if (network === null) return `${nobody} No base address has this path.`
  if (endpoint === null) return `${nobody} No endpoint has this path.`
  return status !== null && status >= 400
    ? `${nobody} This is the regular reply of the API.`
    : `${nobody} It received unchanged data.`
}

function Summary({ entry }: { readonly entry: Entry }) {
  const { method, url, urlLength, met } = entry
  return (
    <>
      <p>
        <strong>
          <Outcome met={met} words={outcomeInWords(entry)} />
        </strong>{' '}
        <span class="faint">{OUTCOMES[met].means}</span>
      </p>
      <p class="code url">
        {method} {url}
        {urlLength > url.length && <span class="faint"> … {urlLength} characters</span>}
      </p>
    </>
  )
}

function Facts({ entry }: { readonly entry: Entry }) {
  const { at, endpoint, userAgent, address, requestId, connection } = entry
  const rows = {
    Base: baseLabel(entry),
    Endpoint: endpoint ?? 'none: unknown path',
    Time: `${at.slice(0, 10)} ${exactTimeOf(at)} UTC${sinceLoaded(Date.parse(at))}`,
    Took: tookInWords(entry),
    Client: `${userAgent ?? 'unknown'}${address === null ? '' : `, ${address}`}`,
    ...(requestId !== null && { 'Request id': requestId }),
    Connection: `${connection ?? 'none: in-process request'}`,
  }
  return <FactRows rows={Object.entries(rows)} />
}
