import { told } from './notices.js'
import { PLACE } from './page-path.js'
import { hello } from './state.js'

export function Footer() {
  return (
    <footer>
      <p>
        gmx-sim {hello.value?.version ?? ''}. None of these prices is real.{' '}
        <a href={PLACE.below}>All addresses</a> <a href={`${PLACE.server}__sim/docs/control`}>Control API</a>
      </p>
      {/* Required by the chart's licence. */}
      <p>
        TradingView Lightweight Charts™ Copyright (с) 2025 TradingView, Inc.{' '}
        <a href="https://www.tradingview.com/" rel="noreferrer">
          https://www.tradingview.com/
        </a>
      </p>
      <div class="told" role="status">
        {told.value && <p class={told.value.kind}>{told.value.words}</p>}
      </div>
    </footer>
  )
}
