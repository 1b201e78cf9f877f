import type { BaseUrls } from '../../market/catalogue/base-urls.js'
import { PRIMARY } from '../../market/catalogue/bases.js'
import type { BaseName, NetworkName } from '../../market/catalogue/names.js'
import { oneOf } from './usage-errors.js'

/** Throws a UserError for unknown names, which the compiler cannot check. */
export function baseUrlIn(baseUrls: BaseUrls, network: NetworkName, base: BaseName = PRIMARY): string {
  const own = baseUrls[oneOf<string>(network, Object.keys(baseUrls), 'network')]
  return own[oneOf<string>(base, Object.keys(own), 'base')]
}
