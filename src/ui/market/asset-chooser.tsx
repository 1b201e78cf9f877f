/** Chooses an asset: written or picked, with the keyboard alone as well. */
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { choose, chosen } from '../chosen.js'
import { digitsOf, formatUsd } from '../formats.js'
import type { Asset } from '../replies.js'

interface AssetChooserProps {
  readonly assets: readonly Asset[]
}

export function AssetChooser({ assets }: AssetChooserProps) {
  const text = useSignal<string | undefined>(undefined)
  const at = useSignal(0)
  const list = useRef<HTMLDivElement>(null)
  const isOpen = text.value !== undefined
  const found = isOpen ? matching(assets, text.value ?? '') : []
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })
  const open = () => {
    if (isOpen) return
    text.value = ''
    at.value = Math.max(
      assets.findIndex(({ symbol }) => symbol === chosen.peek().symbol),
      0,
    )
  }
  const take = (asset: Asset | undefined) => {
    if (asset !== undefined) choose({ symbol: asset.symbol })
    text.value = undefined
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (isOpen) at.value = Math.min(Math.max(at.value + step, 0), found.length - 1)
      else open()
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      take(found[at.value])
    } else if (event.key === 'Escape') text.value = undefined
  }
  return (
    <div class="chooser">
      <input
        role="combobox"
        aria-label="Asset"
        aria-expanded={isOpen}
        aria-controls="assets"
        aria-autocomplete="list"
        aria-activedescendant={found[at.value] && `asset-${at.value}`}
        autocomplete="off"
        spellcheck={false}
        placeholder={chosen.value.symbol}
        value={text.value ?? chosen.value.symbol}
        onFocus={(event) => event.currentTarget.select()}
        onClick={open}
        onInput={(event) => {
          text.value = event.currentTarget.value
          at.value = 0
        }}
        onKeyDown={press}
        onBlur={() => {
          text.value = undefined
        }}
      />
      <div
        ref={list}
        id="assets"
        role="listbox"
        aria-label="Assets"
        class={isOpen ? 'options' : 'options gone'}
      >
        {found.map((asset, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard moves through them from the field.
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field.
          <div
            key={asset.symbol}
            id={`asset-${index}`}
            role="option"
            aria-selected={index === at.value}
            // Before the field loses the focus, which would close the list.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(asset)}
          >
            <b>{asset.symbol}</b> <span class="faint">{aboutOf(asset)}</span>
          </div>
        ))}
        {isOpen && found.length === 0 && <p class="faint">none of that name</p>}
      </div>
    </div>
  )
}

/** What it costs, and the asset that it stands for where that has another name. */
function aboutOf({ symbol, asset, price, decimals }: Asset): string {
  const usd = formatUsd(Number(price), digitsOf(Number(price), decimals))
  return asset === symbol ? usd : `${asset} ${usd}`
}

/** Those whose symbol begins with it first, then those that have it anywhere. */
function matching(assets: readonly Asset[], text: string): readonly Asset[] {
  const wanted = text.trim().toLowerCase()
  const rank = ({ symbol, asset }: Asset) =>
    symbol.toLowerCase().startsWith(wanted) ? 0 : `${symbol} ${asset}`.toLowerCase().includes(wanted) ? 1 : 2
  return assets.filter((asset) => rank(asset) < 2).sort((a, b) => rank(a) - rank(b))
}
