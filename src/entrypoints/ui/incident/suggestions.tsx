import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../api.js'
import { assign } from '../assign.js'
import { type Completions, completionsAt, type SchemaNode } from './completion.js'

/** Completions at the cursor; none before the schema is there. */
export function useCompletions(text: string, caret: number): Completions {
  const schema = useSignal<SchemaNode | undefined>(undefined)
  useEffect(() => {
    // The editor works without it.
    call<SchemaNode>('GET', '/scenario/schema').then(
      (known) => assign(schema, known),
      () => {},
    )
  }, [schema])
  return schema.value === undefined ? { from: caret, items: [] } : completionsAt(schema.value, text, caret)
}

interface SuggestionsProps {
  readonly completions: Completions
  readonly onTake: (insert: string) => void
}

export function Suggestions({ completions: { items }, onTake }: SuggestionsProps) {
  return (
    <fieldset class="suggestions" aria-label="Suggestions">
      {items.map(({ label, insert, about }, index) => (
        <button
          key={label}
          type="button"
          class="small"
          title={index === 0 ? `${about} (Ctrl Space)` : about}
          onClick={() => onTake(insert)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}
