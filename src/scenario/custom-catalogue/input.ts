/** Types of a catalogue as an object, equal to the catalogue file. The package spells them out (`tools/generate/types.ts`). */
import type * as z from 'zod'
import type { DeepReadonly } from '../../kit/deep-readonly.js'
import type { listsSchema, marketSchema, networkSchema, tokenSchema } from './schema.js'

type Input<Schema extends z.ZodType> = DeepReadonly<z.input<Schema>>

export type NetworkInput = Input<typeof networkSchema>
export type TokenInput = Input<typeof tokenSchema>
export type MarketInput = Input<typeof marketSchema>
export type NetworkListsInput = Input<typeof listsSchema>

type Networks = Readonly<Record<string, NetworkInput>>

export interface CatalogueInput {
  readonly $schema?: string
  readonly networks?: Networks
  readonly [network: string]: NetworkListsInput | Networks | string | undefined
}

export type CatalogueSource = string | URL | CatalogueInput
