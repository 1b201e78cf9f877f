import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { sinceInWords } from '../../../kit/text/duration-in-words.js'
import { addressOf } from '../addresses.js'
import { CallFailed, call } from '../api.js'
import { exactTimeOf } from '../formats.js'
import { firstFrom } from '../journal-entries.js'
import { openRequestNumber } from '../journal-filter.js'
import { baseLabel, MEANS, outcomeInWords, SIGNS, tookInWords } from '../outcomes.js'
import { CopyButton } from '../parts/copy-button.js'
import type { ControlReplies, Entry, EntryDetail } from '../replies.js'
import { bases, journal, timeline } from '../state.js'
import { curlOf } from './curl.js'
import { ExchangePanel } from './exchange.js'
import { Reasons } from './reasons.js'
import { led, lookAt, openEntry } from './selection.js'
import { verdictsOf } from './verdicts.js'

type DetailState = EntryDetail | { readonly failure: string }

export function Detail() {
  const n = openRequestNumber.value
  if (n === undefined) return null
  const entries = journal.value ?? []
  const found = entries[firstFrom(entries, n)]
  return <DetailOf key={n} n={n} entry={found?.n === n ? found : undefined} />
}

function DetailOf({ n, entry }: { readonly n: number; readonly entry: Entry | undefined }) {
  const known = useSignal<DetailState | undefined>(undefined)
  const heading = useRef<HTMLHeadingElement>(null)
  const isOpen = known.value !== undefined && 'entry' in known.value && known.value.next === null
  const newest = isOpen ? newestLike(entry) : undefined
  useEffect(() => {
    let isWanted = true
    void ask(n).then((reply) => {
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
  const detail = known.value
  const about = entry ?? (detail !== undefined && 'entry' in detail ? detail.entry : undefined)
  const base = bases.value?.find(({ network, base }) => network === about?.network && base === about?.base)
  const curl = about && base && curlOf(about, addressOf(base))
  return (
    // Escape closes it from any focus within.
    <aside
      class="detail"
      aria-labelledby="detail-title"
      onKeyDown={({ key }) => {
        if (key === 'Escape') lookAt(undefined)
      }}
    >
      <div class="detail-head">
        <h3 id="detail-title" tabIndex={-1} ref={heading}>
          Request #{n}
        </h3>
        <Neighbours detail={detail} />
        {curl !== undefined && <CopyButton text={curl} about="Copy curl command" label="Copy curl" />}
        <button type="button" class="small quiet" onClick={() => lookAt(undefined)}>
          Close
        </button>
      </div>
      {about !== undefined && <CameOf entry={about} />}
      {detail === undefined && <p class="faint">Loading …</p>}
      {detail !== undefined && 'failure' in detail && <p role="alert">{detail.failure}</p>}
      {detail !== undefined && 'entry' in detail && <Reasons detail={detail} />}
      {detail !== undefined && 'entry' in detail && <Verdicts detail={detail} />}
      {about !== undefined && <Facts entry={about} />}
      <ExchangePanel n={n} />
    </aside>
  )
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

/** The previous and next request of the same client and query. */
function Neighbours({ detail }: { readonly detail: DetailState | undefined }) {
  const { previous, next } =
    detail !== undefined && 'entry' in detail ? detail : { previous: null, next: null }
  const step = (n: number | null, label: string, which: string) => (
    <button
      type="button"
      class="small"
      disabled={n === null}
      aria-label={`${which} request of this client and query`}
      title={`${which} request of this client and query`}
      onClick={() => n !== null && openEntry(n)}
    >
      {label}
    </button>
  )
  return (
    <span class="group">
      {step(previous, '‹', 'Previous')}
      {step(next, '›', 'Next')}
    </span>
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
              <button type="button" class="as-link" onClick={() => openEntry(n)}>
                #{n}
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

async function ask(n: number): Promise<DetailState> {
  try {
    return await call<ControlReplies['GET /journal/:n']>('GET', `/journal/${n}`)
  } catch (error) {
    return { failure: error instanceof CallFailed ? error.message : String(error) }
  }
}

function CameOf({ entry }: { readonly entry: Entry }) {
  const { method, url, urlLength } = entry
  const { met } = entry
  return (
    <>
      <p class="came-of">
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

/** ` (+0:30.1)` since the scenario was loaded; empty without one. */
function sinceLoaded(at: string): string {
  const loadedAt = timeline.value?.loadedAt ?? null
  return loadedAt === null ? '' : ` (${sinceInWords(Date.parse(at) - Date.parse(loadedAt))})`
}

function Facts({ entry }: { readonly entry: Entry }) {
  const { at, endpoint, userAgent, address, requestId, connection } = entry
  const rows: [name: string, value: string][] = [
    ['Base', baseLabel(entry)],
    ['Endpoint', endpoint ?? 'none: unknown path'],
    ['Time', `${at.slice(0, 10)} ${exactTimeOf(at)} UTC${sinceLoaded(at)}`],
    ['Took', tookInWords(entry)],
    ['Client', `${userAgent ?? 'unknown'}${address === null ? '' : `, ${address}`}`],
    ...(requestId === null ? [] : ([['Request id', requestId]] as [string, string][])),
    ['Connection', connection === null ? 'none: in-process request' : String(connection)],
  ]
  return (
    <dl>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
