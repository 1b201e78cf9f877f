/** Prices that a client reports acting on. */

import type { Observation } from '../grading/timeline.js'
import { UserError } from '../kit/errors.js'
import { getOrCreate, memoised } from '../kit/maps.js'
import type { NetworkName } from '../market/catalogue/names.js'
import type { Catalogue } from '../market/catalogue/types.js'
import { nearest } from '../scenario/read/hints.js'
import type { ObservedPrice } from '../session/recorder.js'
import { usdOf } from './contents.js'

/** Networks that price each symbol. */
const homesIn = memoised((catalogue: Catalogue): ReadonlyMap<string, readonly NetworkName[]> => {
  const homes = new Map<string, NetworkName[]>()
  for (const network of catalogue.bases.networks)
    for (const { symbol, priced } of catalogue.networks[network].tokens)
      if (priced) getOrCreate(homes, symbol, () => []).push(network)
  return homes
})

/** Converts a client's report; throws a UserError for an unpriced symbol. */
export function toObservation(
  { symbol, price, raw = false, network }: ObservedPrice,
  catalogue: Catalogue,
  atMs: number,
  client: number,
): Observation {
  const homes = homesIn(catalogue)
  const home = network ?? homes.get(symbol)?.[0]
  if (home === undefined || !homes.get(symbol)?.includes(home)) {
    const known = [...homes.keys()].filter((name) => !network || homes.get(name)?.includes(network))
    const meant = nearest(symbol, known)
    const hint = meant === undefined ? 'write a symbol of /tokens' : `did you mean ${meant}?`
    const what = `no token of that symbol has a price${network === undefined ? '' : ` on ${network}`}`
    throw new UserError(what, symbol.slice(0, 40), hint)
  }
  // Code in process may pass anything.
  const text = String(price ?? '')
  const usd = raw ? usdOf(catalogue, home, symbol, text) : text.trim() === '' ? Number.NaN : Number(text)
  return { atMs, symbol, price: usd, digits: digitsIn(text), client, ...(network && { network }) }
}

/** Significant digits of a decimal number, with trailing zeros: `2041.20` has six. */
function digitsIn(text: string): number {
  return text.replace(/e.*$/i, '').replace(/[^\d]/g, '').replace(/^0+/, '').length
}
