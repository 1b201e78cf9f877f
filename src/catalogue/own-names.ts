/** Which networks and base addresses the compiler lets a test name. */
import type { BuiltInBase, BuiltInNetwork } from './names.js'

/**
 * The networks of your own catalogues, for the compiler; at run time a catalogue is enough:
 * `declare module 'gmx-sim' { interface OwnNetworks { megaeth: true } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: it is there to be added to.
export interface OwnNetworks {}

/** Names of base addresses that no built-in network has, likewise. */
// biome-ignore lint/suspicious/noEmptyInterface: it is there to be added to.
export interface OwnBases {}

/** A network that can be named: a built-in one, or one of `OwnNetworks`. */
export type KnownNetwork = BuiltInNetwork | Extract<keyof OwnNetworks, string>
/** A base address that can be named: `primary`, a fallback by its name, or one of `OwnBases`. */
export type KnownBase = BuiltInBase | Extract<keyof OwnBases, string>
