import { Button } from '../parts.js'
import { openEntry } from './selection.js'

/** The number of a request, which opens its detail. */
export const EntryLink = ({ n }: { readonly n: number }) => (
  <Button class="as-text" onClick={() => openEntry(n)}>
    #{n}
  </Button>
)
