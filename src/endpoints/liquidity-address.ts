import * as z from 'zod'
import type { World } from '../world/world.js'

export const entityAddress = {
  // One cache key for all spellings.
  schema: z.string().toLowerCase().optional(),
  about: 'one market or GLV, by the address of its token (default: all)',
  check: (wanted: string | undefined, world: World): string | undefined =>
    addressesOf(world).some((address) => address.toLowerCase() === wanted)
      ? undefined
      : 'is not a market or GLV of this network, see /markets and /glvs',
}

function addressesOf({ network }: World): readonly string[] {
  return [
    ...network.markets.map(({ marketToken }) => marketToken),
    ...network.glvs.map(({ glvToken }) => glvToken),
  ]
}
