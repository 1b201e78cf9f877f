import type { Frame, TimeSpan } from '../../../kit/svg/frame.js'
import { drawWaterfallRow } from '../../../kit/svg/waterfall.js'
import { exactTimeOf } from '../formats.js'
import { askedInWords, baseLabel, outcomeInWords, SIGNS, tookInWords } from '../outcomes.js'
import type { Entry } from '../replies.js'
import { SvgDrawing } from '../svg.js'

/** Px, as in journal.css. */
export const ROW_HEIGHT = 24

interface RowProps {
  readonly entry: Entry
  readonly place: number
  readonly total: number
  readonly isChosen: boolean
  readonly isOpen: boolean
  readonly bar: TimeSpan
  readonly span: TimeSpan
  readonly frame: Frame
}

export const rowId = (n: number): string => `request-${n}`

export function Row({ entry, place, total, isChosen, isOpen, bar, span, frame }: RowProps) {
  const { n, at, url, rule } = entry
  const { met } = entry
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, and says which of its rows is chosen.
    <div
      id={rowId(n)}
      class={`request${isChosen ? ' chosen' : ''}${isOpen ? ' open' : ''}`}
      role="option"
      aria-selected={isOpen}
      aria-posinset={place + 1}
      aria-setsize={total}
      data-n={n}
      // Preact sets properties, which the content security policy allows; it forbids style attributes.
      style={{ transform: `translateY(${place * ROW_HEIGHT}px)` }}
    >
      <span class="n">#{n}</span>
      <span class="at">{exactTimeOf(at)}</span>
      <span class="where">{baseLabel(entry)}</span>
      <span class="what" title={url}>
        {askedInWords(entry)}
      </span>
      <span class={`came ${met}`}>
        <span class="sign">{SIGNS[met]}</span> {outcomeInWords(entry)}
      </span>
      <span class="by">{rule ?? ''}</span>
      <SvgDrawing part={drawWaterfallRow({ n, kind: met, ...bar }, span, frame)} />
      <span class="took">{tookInWords(entry)}</span>
    </div>
  )
}
