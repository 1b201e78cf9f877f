/** JSON that unfolds level by level. */
import { useSignal } from '@preact/signals'
import { assign } from '../assign.js'

const MAX_CHILDREN = 100
const PREVIEW_LENGTH = 60

interface JsonProps {
  readonly name?: string
  readonly value: unknown
  readonly isOpen?: boolean
}

export function Json({ name, value, isOpen = false }: JsonProps) {
  const open = useSignal(isOpen)
  const label = name === undefined ? null : <span class="faint">{name}: </span>
  if (value === null || typeof value !== 'object')
    return (
      <div class="json code">
        {label}
        {JSON.stringify(value)}
      </div>
    )
  const children = Object.entries(value)
  return (
    <details
      class="json code"
      open={open.value}
      onToggle={({ currentTarget }) => assign(open, currentTarget.open)}
    >
      <summary>
        {label}
        {open.value ? sizeOf(value, children.length) : previewOf(value)}
      </summary>
      {open.value &&
        children.slice(0, MAX_CHILDREN).map(([key, child]) => <Json key={key} name={key} value={child} />)}
      {open.value && children.length > MAX_CHILDREN && (
        <p class="faint">… {children.length - MAX_CHILDREN} more</p>
      )}
    </details>
  )
}

const sizeOf = (value: object, count: number) => (Array.isArray(value) ? `[${count}]` : `{${count}}`)

function previewOf(value: object): string {
  const text = JSON.stringify(value)
  return text.length <= PREVIEW_LENGTH ? text : `${text.slice(0, PREVIEW_LENGTH)}…`
}
