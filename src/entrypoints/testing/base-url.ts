import type { BaseUrls } from '../../market/catalogue/base-urls.js'
import { PRIMARY } from '../../market/catalogue/bases.js'
import type { BaseName, NetworkName } from '../../market/catalogue/names.js'
import { checkedWord } from './usage-errors.js'

/** Throws a UserError for unknown names, which the compiler cannot check. */
export function baseUrlIn(baseUrls: BaseUrls, network: NetworkName, base: BaseName = PRIMARY): string {
  const own = baseUrls[checkedWord<string>(network, Object.keys(baseUrls), 'network')]
  return own[checkedWord<string>(base, Object.keys(own), 'base')]
}
