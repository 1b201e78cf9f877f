import type { World } from '../../market/world/types.js'
import { anyText } from './formats.js'

export const entityAddress = {
  // One cache key for all spellings.
  format: { ...anyText, parse: (text: string) => text.toLowerCase() },
  about: 'one market or GLV, by the address of its token (default: all)',
  check(wanted: string, { network: { markets, glvs } }: World): string | undefined {
    const addresses = [
      ...markets.map(({ marketToken }) => marketToken),
      ...glvs.map(({ glvToken }) => glvToken),
    ]
    if (addresses.some((address) => address.toLowerCase() === wanted)) return undefined
    return 'is not a market or GLV of this network, see /markets and /glvs'
  },
}
