/** The built-in networks and base addresses. */
import added from '../../../fixtures/added-networks.json' with { type: 'json' }
import file from '../../../fixtures/networks.json' with { type: 'json' }
import { type Bases, createBases, generationOf } from './bases.js'
import type { BuiltInBase, BuiltInNetwork } from './names.js'

/** The base addresses of the built-in networks. */
export const BUILT_IN: Bases = createBases(
  Object.entries({ ...file.networks, ...added.networks }).map(([name, { bases }]) => ({
    name,
    bases: Object.entries(bases),
  })),
)

/**
 * The built-in networks, in listing order. For a simulator with a custom catalogue, use its `baseUrls`.
 *
 * @example
 * import { NETWORKS } from 'gmx-sim'
 *
 * assert.equal(NETWORKS[0], 'arbitrum')
 */
export const NETWORKS = BUILT_IN.networks as readonly BuiltInNetwork[]
/**
 * The names of their base addresses of the first generation: the primary, then the fallbacks in the order in which clients should
 * try them. The second generation is at `api` and `api-fallback`.
 *
 * @example
 * import { BASES, startSimulator } from 'gmx-sim'
 *
 * const sim = await startSimulator()
 * for (const base of BASES) assert.equal((await fetch(`${sim.baseUrl('arbitrum', base)}/ping`)).status, 200)
 * await sim.stop()
 */
export const BASES = BUILT_IN.names.filter((base) => generationOf(base) === 1) as readonly BuiltInBase[]
