import { useComputed, useSignal, useSignalEffect } from '@preact/signals'
import { digitsOf, formatUsd } from '../../../kit/text/usd.js'
import { attempt, call, notify, read } from '../api.js'
import { assign } from '../hooks.js'
import { Button, closeDialog, Dialog, Field, openDialog, Panel, Select } from '../parts.js'
import { bases, hello, market, timeline } from '../state.js'
import { choosePeriod, instantInWords, shownMarket, usePast } from '../time/shown-time.js'
import { CHART_PERIODS, type ChartPeriod, choose, chosenMarket } from '../view.js'
import { inPrint } from '../words.js'
import { assets, load, loadAssets } from './candle-store.js'
import { Chart, priceView } from './chart.js'
import { type Move, moveFrom, presetsFor } from './moves.js'

export function MarketPanel() {
  // A scenario changes the candles.
  const cause = useComputed(() => {
    const { loadedAt, events, prices, moves } = timeline.value ?? {}
    return JSON.stringify([loadedAt, events, prices, moves])
  })
  useSignalEffect(() => {
    shownMarket.value
    cause.value
    // Each new stream may have missed changes.
    hello.value
    if (timeline.peek() !== undefined) void load()
  })
  const network = useComputed(() => chosenMarket.value.network)
  useSignalEffect(() => {
    const of = network.value
    if (hello.value !== undefined) void loadAssets(of)
  })
  return (
    <Panel id="market" title="Market" tools={<MarketTools />}>
      <LastPrice />
      <Chart />
    </Panel>
  )
}

function MarketTools() {
  const { network, symbol, period } = chosenMarket.value
  const networks = [...new Set([...(bases.value ?? []).map(({ network }) => network), network])]
  return (
    <>
      <Select
        class="strong"
        aria-label="Asset"
        value={symbol}
        options={assetOptions()}
        onChoose={(symbol) => choose({ symbol })}
      />
      <Select
        aria-label="Network"
        value={network}
        options={networks}
        onChoose={(network) => choose({ network })}
      />
      <Select
        class="small"
        aria-label="Period"
        value={period}
        options={[['auto', `Auto: ${shownMarket.value.period}`], ...CHART_PERIODS]}
        onChoose={(period) => choosePeriod(period as ChartPeriod | 'auto')}
      />
      <Button
        class="small"
        title="Logarithmic price scale; drag the scale to stretch it, double-click to fit it"
        aria-pressed={priceView.value.isLog}
        onClick={() => assign(priceView, { isLog: !priceView.value.isLog, stretch: 1 })}
      >
        Log
      </Button>
      <Button
        class="small"
        disabled={timeline.value === undefined}
        onClick={() => openDialog(<MoveDialog />)}
      >
        Move…
      </Button>
    </>
  )
}

/** By name, for the type-ahead of browsers: `WBTC (BTC)`. */
function assetOptions() {
  const { symbol } = chosenMarket.value
  const names = new Map([[symbol, symbol]])
  for (const known of assets.value)
    names.set(known.symbol, known.symbol === known.asset ? known.symbol : `${known.symbol} (${known.asset})`)
  return [...names].sort(([a], [b]) => a.localeCompare(b))
}

/** The price now, or at the shown instant. */
function LastPrice() {
  const { network, symbol } = chosenMarket.value
  const then = usePast((at) => read('/market/assets', { network, at }), [network, timeline.value])
  const tick = market.value
  const isOn = tick?.symbol === symbol && tick.network === network
  const past = then?.assets.find((asset) => asset.symbol === symbol)
  if (then !== undefined && past === undefined)
    return <p class="last-price row faint">not listed at {instantInWords(Date.parse(then.at))}</p>
  const price = past ? { ...past, median: past.price } : isOn ? tick.price : null
  if (price === null || tick === undefined) return <p class="last-price row faint">…</p>
  const [min, median, max] = [Number(price.min), Number(price.median), Number(price.max)]
  const digits = digitsOf(median, past?.decimals ?? tick.decimals)
  const spread = max - min
  return (
    <p class="last-price row">
      <b>{formatUsd(median, digits)}</b>{' '}
      <span class="faint">USD{then && ` at ${instantInWords(Date.parse(then.at))}`}</span>{' '}
      <span class="spread faint">
        {spread === 0
          ? ''
          : `${formatUsd(min, digits)} to ${formatUsd(max, digits)}, spread ${((spread / median) * 100).toFixed(3)} %`}
      </span>
      {(timeline.value?.moves.length ?? 0) > 0 && (
        <Button class="small" onClick={undoLastMove}>
          Undo last move
        </Button>
      )}
    </p>
  )
}

export const undoLastMove = () => attempt(() => call('DELETE', '/prices?last=true'), 'Last move undone')

async function move(body: Move): Promise<void> {
  await call('POST', '/prices', body)
  const asset = body.asset === '*' ? 'All assets' : body.asset
  notify(`${asset} ${inPrint(body.move ?? `to ${body.price} USD`)}`)
}

export function MoveDialog() {
  const { symbol } = chosenMarket.value
  const isPrice = useSignal(false)
  return (
    <Dialog title="Move the market" submit="Move" onSubmit={(values) => move(moveFrom(values))}>
      <div class="row">
        {presetsFor(symbol, assets.value).map(({ label, about, body }) => (
          <Button
            key={label}
            title={about}
            onClick={async () => (await attempt(() => move(body))) && closeDialog()}
          >
            {label}
          </Button>
        ))}
      </div>
      <div class="row">
        <Select
          label="Asset"
          name="asset"
          options={[symbol, ...(isPrice.value ? [] : [['*', 'All assets'] as const])]}
        />
        <Field
          label="Change or price"
          name="amount"
          size={12}
          inputMode="decimal"
          pattern="[+\-−]?\d+(\.\d+)?"
          placeholder="-5"
          autofocus
          required
        />
        <Select
          label="Unit"
          name="unit"
          options={[
            ['%', '% of the price'],
            ['USD', 'USD, exact price'],
          ]}
          onChoose={(unit) => assign(isPrice, unit === 'USD')}
        />
        <Duration name="over" label="Over" placeholder="at once" />
        {!isPrice.value && <Duration name="after" label="Recovers after" placeholder="never" />}
        {!isPrice.value && <Duration name="back" label="Recovery takes" placeholder="no time" />}
      </div>
      <p class="faint">
        Virtual time, such as 30s, 5m or 1h. Acts on every network from now on, until you undo it.
      </p>
    </Dialog>
  )
}

const Duration = (field: { readonly name: string; readonly label: string; readonly placeholder: string }) => (
  <Field size={12} pattern="\d+(\.\d+)?(ms|s|m|h|d)" {...field} />
)
