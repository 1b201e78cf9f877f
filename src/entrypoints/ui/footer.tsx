import { notice } from './notices.js'
import { PAGE_PATHS } from './page-path.js'
import { hello } from './state.js'

export function Footer() {
  return (
    <footer>
      <p>
        gmx-sim {hello.value?.version ?? ''}. None of these prices is real.{' '}
        <a href={PAGE_PATHS.below}>All addresses</a>{' '}
        <a href={`${PAGE_PATHS.server}__sim/docs/control`}>Control API</a>
      </p>
      {/* Required by the chart's licence. */}
      <p>
        TradingView Lightweight Charts™ Copyright (с) 2025 TradingView, Inc.{' '}
        <a href="https://www.tradingview.com/" rel="noreferrer">
          https://www.tradingview.com/
        </a>
      </p>
      <div class="notice" role="status">
        {notice.value && <p class={notice.value.kind}>{notice.value.words}</p>}
      </div>
    </footer>
  )
}
