import { call } from '../api.js'
import { chosenMarket } from '../chosen-market.js'
import { digitsOf, formatUsd } from '../formats.js'
import { attempt } from '../notices.js'
import { market, timeline } from '../state.js'

export function LastPrice() {
  const now = market.value
  const { network, symbol } = chosenMarket.value
  if (now === undefined || now.price === null || now.symbol !== symbol || now.network !== network)
    return <p class="last-price faint">…</p>
  const [min, median, max] = [now.price.min, now.price.median, now.price.max].map(Number)
  const digits = digitsOf(median, now.decimals)
  const spread = max - min
  return (
    <p class="last-price">
      <b>{formatUsd(median, digits)}</b> <span class="faint">USD</span>{' '}
      <span class="spread faint">
        {spread === 0
          ? ''
          : `${formatUsd(min, digits)} to ${formatUsd(max, digits)}, spread ${((spread / median) * 100).toFixed(3)} %`}
      </span>
      {(timeline.value?.moves.length ?? 0) > 0 && (
        <button type="button" class="small" onClick={undoMoves}>
          Undo moves
        </button>
      )}
    </p>
  )
}

const undoMoves = () => attempt(() => call('DELETE', '/prices'), 'Market restored')
