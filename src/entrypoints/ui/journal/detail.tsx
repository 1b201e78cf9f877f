import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { failureInWords, read } from '../api.js'
import { firstFrom } from '../journal-entries.js'
import { addressOf } from '../page-paths.js'
import { Button, CopyButton, FactRows } from '../parts.js'
import type { Entry, EntryDetail } from '../replies.js'
import { bases, journal } from '../state.js'
import { sinceLoaded } from '../time/shown-time.js'
import { linkToView, openRequestNumber } from '../view.js'
import { baseLabel, exactTimeOf, MEANS, outcomeInWords, SIGNS, tookInWords } from '../words.js'
import { ExchangePanel } from './exchange.js'
import { Reasons } from './reasons.js'
import { led, lookAt, openEntry } from './selection.js'
import { curlOf, verdictsOf } from './verdicts.js'

export function Detail() {
  const n = openRequestNumber.value
  const entries = journal.value ?? []
  if (n === undefined) return null
  const found = entries[firstFrom(entries, n)]
  return <DetailOf key={n} n={n} entry={found?.n === n ? found : undefined} />
}

function DetailOf({ n, entry }: { readonly n: number; readonly entry: Entry | undefined }) {
  const known = useSignal<EntryDetail | string | undefined>(undefined)
  const heading = useRef<HTMLHeadingElement>(null)
  const detail = typeof known.value === 'object' ? known.value : undefined
  const newest = detail?.next === null ? newestLike(entry) : undefined
  useEffect(() => {
    let isWanted = true
    void read('/journal/:n', { n })
      .catch(failureInWords)
      .then((reply) => {
        if (isWanted) known.value = reply
      })
    return () => {
      isWanted = false
    }
    // Fetched again when a held request ends, and until its client's next one has come.
  }, [n, entry?.ms, entry?.goneMs, entry?.outcome, known, newest])
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
      class="detail"
      aria-labelledby="detail-title"
      onKeyDown={({ key }) => {
        if (key === 'Escape') close()
      }}
    >
      <div class="row">
        <h3 id="detail-title" tabIndex={-1} ref={heading}>
          Request #{n}
        </h3>
        <span class="group">
          <Neighbour n={previous} sign="‹" which="Previous" />
          <Neighbour n={next} sign="›" which="Next" />
        </span>
        <CopyButton text={linkToView.value} about={`Copy link to #${n}`} label={`Copy link to #${n}`} />
        {curl !== undefined && <CopyButton text={curl} about="Copy curl command" label="Copy curl" />}
        <Button class="small quiet" aria-label="Close" onClick={close}>
          ✕
        </Button>
      </div>
      {about !== undefined && <Summary entry={about} />}
      {known.value === undefined && <p class="faint">Loading …</p>}
      {typeof known.value === 'string' && <p role="alert">{known.value}</p>}
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
  document.querySelector<HTMLElement>('.request-list')?.focus()
}

/** Number of the newest request that may be the next one of the same client and query. */
function newestLike(entry: Entry | undefined): number | undefined {
  const isLike = ({ n, userAgent, address, endpoint }: Entry) =>
    entry !== undefined &&
    n > entry.n &&
    userAgent === entry.userAgent &&
    address === entry.address &&
    endpoint === entry.endpoint
  return journal.value?.findLast(isLike)?.n
}

interface NeighbourProps {
  readonly n: number | null
  readonly sign: string
  readonly which: string
}

/** Opens the previous or next request of the same client and query. */
function Neighbour({ n, sign, which }: NeighbourProps) {
  const label = `${which} request of this client and query`
  return (
    <Button
      class="small"
      disabled={n === null}
      aria-label={label}
      title={label}
      onClick={() => n !== null && openEntry(n)}
    >
      {sign}
    </Button>
  )
}

function Verdicts({ detail }: { readonly detail: EntryDetail }) {
  const verdicts = verdictsOf(detail)
  if (verdicts.length === 0) return null
  return (
    <>
      <h4>Client so far</h4>
      <ul class="verdicts">
        {verdicts.map(({ isGood, words, n }) => (
          <li key={words} class={isGood === null ? '' : isGood ? 'good' : 'error'}>
            <span class="sign" aria-hidden="true">
              {isGood === null ? '·' : isGood ? SIGNS.good : SIGNS.error}
            </span>{' '}
            {words}{' '}
            {n !== null && (
              <Button class="as-link" onClick={() => openEntry(n)}>
                #{n}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function Summary({ entry }: { readonly entry: Entry }) {
  const { method, url, urlLength, met } = entry
  return (
    <>
      <p class="came-of strong">
        <span class={met}>
          <span class="sign">{SIGNS[met]}</span> {outcomeInWords(entry)}
        </span>{' '}
        <span class="faint">{MEANS[met]}</span>
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
