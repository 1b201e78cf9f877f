// Made by `npm run types:inputs` from fixtures/networks.json: not to be changed by hand.

/** The built-in networks. */
export type BuiltInNetwork = 'arbitrum' | 'avalanche' | 'botanix'

/** The names of their base addresses. */
export type BuiltInBase = 'primary' | 'fallback' | 'fallback-2'

/** Any text; unlike `string` it keeps completion for the names in the union. */
type AnyName = string & {}

/** A network: a built-in one, or one of a catalogue. Unknown names throw at run time. */
export type NetworkName = BuiltInNetwork | AnyName

/** A base address of a network: `primary`, a fallback by its name, or one of a catalogue. */
export type BaseName = BuiltInBase | AnyName
