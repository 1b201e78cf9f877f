/** Headers and body of a request, loaded when opened. */
import { useSignal } from '@preact/signals'
import { failureInWords, read } from '../api.js'
import { assign } from '../hooks.js'
import { FactRows } from '../parts.js'
import type { ControlReplies } from '../replies.js'

type Exchange = NonNullable<ControlReplies['GET /journal/:n/exchange']['exchange']>

const NOT_KEPT = 'Not kept: only recent requests are, from when a dashboard is open.'

export function ExchangePanel({ n }: { readonly n: number }) {
  const known = useSignal<Exchange | string>('Loading …')
  const load = async () => (await read('/journal/:n/exchange', { n })).exchange ?? NOT_KEPT
  const toggle = async (isOpen: boolean) =>
    assign(known, isOpen ? await load().catch(failureInWords) : 'Loading …')
  return (
    <details class="exchange" onToggle={({ currentTarget }) => void toggle(currentTarget.open)}>
      <summary class="strong">Headers and body</summary>
      {typeof known.value === 'string' ? (
        <p class="faint">{known.value}</p>
      ) : (
        <Parts exchange={known.value} />
      )}
    </details>
  )
}

function Parts({ exchange: { requestHeaders, replyHeaders, body, bytes } }: { readonly exchange: Exchange }) {
  return (
    <>
      <h4>Reply headers</h4>
      {replyHeaders === null ? <p class="faint">none sent</p> : <Headers headers={replyHeaders} />}
      <h4>
        Body <span class="faint">{bytes.toLocaleString('en-US')} bytes</span>
      </h4>
      {body !== '' && <Body text={body} />}
      <h4>Request headers</h4>
      <Headers headers={requestHeaders} />
    </>
  )
}

const Headers = ({ headers }: { readonly headers: Exchange['requestHeaders'] }) => (
  <FactRows class="headers code" rows={headers.map(({ name, value }) => [name, value])} />
)

function Body({ text }: { readonly text: string }) {
  try {
    return <Json value={JSON.parse(text)} isOpen />
  } catch {
    return <pre class="body">{text}</pre>
  }
}

const MAX_CHILDREN = 100
const PREVIEW_LENGTH = 60

interface JsonProps {
  readonly name?: string
  readonly value: unknown
  readonly isOpen?: boolean
}

/** JSON that unfolds level by level. */
function Json({ name, value, isOpen = false }: JsonProps) {
  const open = useSignal(isOpen)
  const label = name !== undefined && <span class="faint">{name}: </span>
  const text = JSON.stringify(value)
  if (value === null || typeof value !== 'object')
    return (
      <div class="json code">
        {label}
        {text}
      </div>
    )
  const children = Object.entries(value)
  const size = Array.isArray(value) ? `[${children.length}]` : `{${children.length}}`
  const preview = text.length <= PREVIEW_LENGTH ? text : `${text.slice(0, PREVIEW_LENGTH)}…`
  return (
    <details
      class="json code"
      open={open.value}
      onToggle={({ currentTarget }) => assign(open, currentTarget.open)}
    >
      <summary>
        {label}
        {open.value ? size : preview}
      </summary>
      {open.value &&
        children.slice(0, MAX_CHILDREN).map(([key, child]) => <Json key={key} name={key} value={child} />)}
      {open.value && children.length > MAX_CHILDREN && (
        <p class="faint">… {children.length - MAX_CHILDREN} more</p>
      )}
    </details>
  )
}
