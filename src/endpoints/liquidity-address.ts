import * as z from 'zod'
import type { World } from '../world/world.js'

export const entityAddress = {
  // One cache key for all spellings.
  schema: z.string().toLowerCase().optional(),
  about: 'one market or GLV, by the address of its token (default: all)',
  check(wanted: string | undefined, { network: { markets, glvs } }: World): string | undefined {
    const addresses = [
      ...markets.map(({ marketToken }) => marketToken),
      ...glvs.map(({ glvToken }) => glvToken),
    ]
    if (addresses.some((address) => address.toLowerCase() === wanted)) return undefined
    return 'is not a market or GLV of this network, see /markets and /glvs'
  },
}
