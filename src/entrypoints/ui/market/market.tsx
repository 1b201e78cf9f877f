import { useComputed, useSignal, useSignalEffect } from '@preact/signals'
import { assign } from '../assign.js'
import { CHART_PERIODS, choose, chosenMarket } from '../chosen-market.js'
import { Choice } from '../parts/choice.js'
import { Panel } from '../parts/panel.js'
import { bases, hello, timeline } from '../state.js'
import { AssetChooser } from './asset-chooser.js'
import { assets, loadAssets } from './assets.js'
import { load } from './candle-store.js'
import { Chart } from './chart.js'
import { LastPrice } from './last-price.js'
import { MoveDialog } from './move-dialog.js'

export function MarketPanel() {
  // Another server or scenario changes the candles.
  const cause = useComputed(() => {
    const { loadedAt, events, prices, moves } = timeline.value ?? {}
    return JSON.stringify([hello.value?.instanceId, loadedAt, events, prices, moves])
  })
  useSignalEffect(() => {
    chosenMarket.value
    cause.value
    // Each new stream may have missed changes.
    hello.value
    if (timeline.peek() !== undefined) void load()
  })
  const network = useComputed(() => chosenMarket.value.network)
  const server = useComputed(() => hello.value?.instanceId)
  useSignalEffect(() => {
    const of = network.value
    if (server.value === undefined) return
    void loadAssets(of)
  })
  return (
    <Panel id="market" title="Market" tools={<MarketTools />}>
      <LastPrice />
      <Chart />
    </Panel>
  )
}

function MarketTools() {
  const { network, period } = chosenMarket.value
  const isMoving = useSignal(false)
  const networks = [...new Set([...(bases.value ?? []).map(({ network }) => network), network])]
  return (
    <>
      <AssetChooser assets={assets.value} />
      <select
        aria-label="Network"
        value={network}
        onChange={(event) => choose({ network: event.currentTarget.value })}
      >
        {networks.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <Choice
        label="Period"
        values={CHART_PERIODS}
        chosen={period}
        onChoose={(period) => choose({ period })}
      />
      <button
        type="button"
        class="small"
        disabled={timeline.value === undefined}
        onClick={() => assign(isMoving, true)}
      >
        Move…
      </button>
      {isMoving.value && <MoveDialog close={() => assign(isMoving, false)} />}
    </>
  )
}
