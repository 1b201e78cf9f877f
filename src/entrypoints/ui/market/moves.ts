/** Bodies of `POST prices`: presets, and what the form asks for. */
import type { AssetRow } from '../replies.js'

export interface Move {
  readonly asset: string
  readonly move?: string
  readonly price?: string
  readonly over?: string
  readonly recover?: { readonly to: string; readonly after?: string; readonly over?: string }
}

/** A depeg moves the chosen asset if it is a stablecoin, else the first one of the network. */
export function presetsFor(symbol: string, assets: readonly Pick<AssetRow, 'symbol'>[]) {
  const preset = (label: string, about: string, body: Move) => ({ label, about, body })
  const presets = [
    preset('Crash −20 %', `${symbol}, at once`, { asset: symbol, move: '-20%' }),
    preset('Pump +20 %', `${symbol}, at once`, { asset: symbol, move: '+20%' }),
  ]
  const stable = [symbol, ...assets.map((asset) => asset.symbol)].find((name) => /USD|DAI/.test(name))
  if (stable === undefined) return presets
  const depeg = { asset: stable, move: '-10%', recover: { after: '5m', to: '0%', over: '10m' } }
  return [...presets, preset(`Depeg ${stable} −10 %`, `${stable}, recovers after 5 min`, depeg)]
}

/** The move of a filled-in form; empty fields are left out. */
export function moveFrom(values: Readonly<Record<string, string>>): Move {
  const { asset = '', unit, amount = '', over = '', after = '', back = '' } = values
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
