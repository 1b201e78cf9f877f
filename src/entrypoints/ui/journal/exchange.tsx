/** Headers and body of a request, loaded when opened. */
import { useSignal } from '@preact/signals'
import { CallFailed, call } from '../api.js'
import { assign } from '../assign.js'
import type { ControlReplies } from '../replies.js'
import { Json } from './json.js'

type Kept = ControlReplies['GET /journal/:n/exchange']['exchange']
type Headers = NonNullable<Kept>['requestHeaders']

const NOT_KEPT = 'Not kept: only recent requests are, from when a dashboard is open.'

export function ExchangePanel({ n }: { readonly n: number }) {
  const known = useSignal<NonNullable<Kept> | string | undefined>(undefined)
  const load = async () => {
    const path = `/journal/${n}/exchange`
    const { exchange } = await call<ControlReplies['GET /journal/:n/exchange']>('GET', path)
    return exchange ?? NOT_KEPT
  }
  const toggle = async (isOpen: boolean) => {
    if (!isOpen) return assign(known, undefined)
    const loaded = await load().catch((error: unknown) =>
      error instanceof CallFailed ? error.message : String(error),
    )
    assign(known, loaded)
  }
  return (
    <details class="exchange" onToggle={({ currentTarget }) => void toggle(currentTarget.open)}>
      <summary>Headers and body</summary>
      {known.value === undefined ? (
        <p class="faint">Loading …</p>
      ) : typeof known.value === 'string' ? (
        <p class="faint">{known.value}</p>
      ) : (
        <Parts exchange={known.value} />
      )}
    </details>
  )
}

function Parts({
  exchange: { requestHeaders, replyHeaders, body, bytes },
}: {
  readonly exchange: NonNullable<Kept>
}) {
  return (
    <>
      <h4>Reply headers</h4>
      {replyHeaders === null ? <p class="faint">none sent</p> : <HeaderList headers={replyHeaders} />}
      <h4>
        Body <span class="faint">{bytes.toLocaleString('en-US')} bytes</span>
      </h4>
      {body !== '' && <Body text={body} />}
      <h4>Request headers</h4>
      <HeaderList headers={requestHeaders} />
    </>
  )
}

function Body({ text }: { readonly text: string }) {
  try {
    return <Json value={JSON.parse(text)} isOpen />
  } catch {
    return <pre class="body">{text}</pre>
  }
}

function HeaderList({ headers }: { readonly headers: Headers }) {
  return (
    <dl class="headers code">
      {headers.map(({ name, value }, index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
