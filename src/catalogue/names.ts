// Made by `npm run types:inputs` from fixtures/networks.json: not to be changed by hand.

/** The networks that the simulator knows by itself. */
export type BuiltInNetwork = 'arbitrum' | 'avalanche' | 'botanix'

/** The names of their base addresses. */
export type BuiltInBase = 'primary' | 'fallback' | 'fallback-2'

/** Any text; unlike `string` it leaves an editor the names beside it to complete. */
type AnyName = string & {}

/** A network: a built-in one, or whatever a catalogue calls one of its own. There is an error at run time where there is none. */
export type NetworkName = BuiltInNetwork | AnyName

/** A base address of a network: `primary`, a fallback by its name, or whatever a catalogue calls one of its own. */
export type BaseName = BuiltInBase | AnyName
