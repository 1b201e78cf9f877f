/** Names of networks and base addresses, as types. */

import type added from '../../../fixtures/added-networks.json'
import type file from '../../../fixtures/networks.json'

type Networks = typeof file.networks & typeof added.networks
type BaseOf<Network> = Network extends { readonly bases: infer Bases } ? keyof Bases : never

/** The built-in networks. */
export type BuiltInNetwork = keyof Networks

/** The names of their base addresses. */
export type BuiltInBase = BaseOf<Networks[BuiltInNetwork]>

/** Any text; unlike `string` it keeps completion for the names in the union. */
type AnyName = string & {}

/** A network: a built-in one, or one of a catalogue. Unknown names throw at run time. */
export type NetworkName = BuiltInNetwork | AnyName

/** A base address of a network: `primary`, a fallback by its name, or one of a catalogue. */
export type BaseName = BuiltInBase | AnyName
