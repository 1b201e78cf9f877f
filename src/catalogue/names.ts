// Made by `npm run types:inputs` from fixtures/networks.json: not to be changed by hand.

/** The networks that the simulator knows by itself. */
export type BuiltInNetwork = 'arbitrum' | 'avalanche' | 'botanix'

/** The names of their base addresses. */
export type BuiltInBase = 'primary' | 'fallback' | 'fallback-2'
