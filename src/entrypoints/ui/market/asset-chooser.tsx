import { useSignal } from '@preact/signals'
import { assign } from '../assign.js'
import { choose, chosenMarket } from '../chosen-market.js'
import { digitsOf, formatUsd } from '../formats.js'
import type { AssetRow } from '../replies.js'

interface AssetChooserProps {
  readonly assets: readonly AssetRow[]
}

export function AssetChooser({ assets }: AssetChooserProps) {
  /** Undefined without the focus. Empty at first: browsers list only what matches the text. */
  const text = useSignal<string | undefined>(undefined)
  const { symbol } = chosenMarket.value
  return (
    <>
      <input
        class="asset"
        aria-label="Asset"
        list="assets"
        autocomplete="off"
        spellcheck={false}
        placeholder={symbol}
        value={text.value ?? symbol}
        onFocus={() => assign(text, '')}
        onInput={({ currentTarget }) => assign(text, currentTarget.value)}
        onChange={({ currentTarget }) => {
          const asset = bestMatch(assets, currentTarget.value)
          if (asset !== undefined) choose({ symbol: asset.symbol })
          text.value = ''
        }}
        onBlur={() => assign(text, undefined)}
      />
      <datalist id="assets">
        {assets.map((asset) => (
          <option key={asset.symbol} value={asset.symbol}>
            {assetLabel(asset)}
          </option>
        ))}
      </datalist>
    </>
  )
}

function assetLabel({ symbol, asset, price, decimals }: AssetRow): string {
  const usd = formatUsd(Number(price), digitsOf(Number(price), decimals))
  return asset === symbol ? usd : `${asset} ${usd}`
}

function bestMatch(assets: readonly AssetRow[], text: string): AssetRow | undefined {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return undefined
  const named = assets.map((asset) => ({ asset, name: asset.symbol.toLowerCase() }))
  const match =
    named.find(({ name }) => name === wanted) ??
    named.find(({ name }) => name.startsWith(wanted)) ??
    named.find(({ asset, name }) => `${name} ${asset.asset.toLowerCase()}`.includes(wanted))
  return match?.asset
}
