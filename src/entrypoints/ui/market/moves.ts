/** Bodies of `POST prices`: presets, and what the form asks for. */
import type { AssetRow } from '../replies.js'

export interface Move {
  readonly asset: string
  readonly move?: string
  readonly price?: string
  readonly over?: string
  readonly recover?: { readonly to: string; readonly after?: string; readonly over?: string }
}

interface Preset {
  readonly label: string
  readonly about: string
  readonly body: Move
}

/** A depeg moves the chosen asset if it is a stablecoin, else the first one of the network. */
export function presetsFor(symbol: string, assets: readonly Pick<AssetRow, 'symbol'>[]): readonly Preset[] {
  const stable = [symbol, ...assets.map((asset) => asset.symbol)].find((name) => /USD|DAI/.test(name))
  const recover = { after: '5m', to: '0%', over: '10m' }
  return [
    { label: 'Crash −20 %', about: `${symbol}, at once`, body: { asset: symbol, move: '-20%' } },
    { label: 'Pump +20 %', about: `${symbol}, at once`, body: { asset: symbol, move: '+20%' } },
    ...(stable === undefined
      ? []
      : [
          {
            label: `Depeg ${stable} −10 %`,
            about: `${stable}, recovers after 5 min`,
            body: { asset: stable, move: '-10%', recover },
          },
        ]),
  ]
}

/** The move of a filled-in form; empty fields are left out. */
export function moveFrom(values: Readonly<Record<string, string>>): Move {
  const { asset, unit, amount, over = '', after = '', back = '' } = values
  const isPrice = unit === 'USD'
  const recovers = !isPrice && (after !== '' || back !== '')
  return {
    asset,
    ...(isPrice ? { price: amount } : { move: `${amount.replace('−', '-')}%` }),
    ...(over !== '' && { over }),
    ...(recovers && {
      recover: { to: '0%', ...(after !== '' && { after }), ...(back !== '' && { over: back }) },
    }),
  }
}
