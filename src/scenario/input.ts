/**
 * Types of a scenario as an object, equal to the scenario file: editors complete keys, and a misspelt key does not compile. They are
 * inferred here; the package spells them out, with descriptions and without zod (`tools/generate/types.ts`).
 */
import type * as z from 'zod'
import type { ROUTED } from '../api/endpoints/index.js'
import type { DeepReadonly } from '../kit/deep-readonly.js'
import type { eventSchema } from './events.js'
import type { delaySchema } from './faults/delay.js'
import type { CODE_FAULTS, FAULTS } from './faults/index.js'
import type { matchSchema } from './match.js'
import type { givenSchema } from './prices.js'
import type { expectSchema, scenarioSchema } from './schema.js'
import type { whenSchema } from './trigger.js'

export type { Duration, Percent } from './values.js'

type Input<Schema extends z.ZodType> = DeepReadonly<z.input<Schema>>

type KeysOf<Union> = Union extends unknown ? keyof Union : never

/** One of the variants, without the keys of the others. */
type OneOf<Union, All = Union> = Union extends unknown
  ? Union & { readonly [Key in Exclude<KeysOf<All>, keyof Union>]?: never }
  : never

/** Some keys of an object, of which it must have `Required`. */
type Variant<All, Required extends keyof All, Optional extends keyof All = never> = {
  readonly [Key in Required]-?: Exclude<All[Key], undefined>
} & Pick<All, Optional>

export type EndpointId = (typeof ROUTED)[number]['id']
export type MatchInput = Input<typeof matchSchema>
export type WhenInput = Input<typeof whenSchema>
export type DelayInput = Input<typeof delaySchema>
export type ExpectInput = Input<typeof expectSchema>

type DeclaredFault = (typeof FAULTS)[number] | (typeof CODE_FAULTS)[number]
type KeysOfFault<Fault extends DeclaredFault> = Input<z.ZodObject<ReturnType<Fault['shape']>>>

export type FaultInput = OneOf<
  | {
      [Each in DeclaredFault as Each['key']]: KeysOfFault<Each> & { readonly delay?: DelayInput }
    }[DeclaredFault['key']]
  | { readonly delay: DelayInput }
>
export type RetryAfterInput = NonNullable<FaultInput['retryAfter']>

type AnyEvent = Input<typeof eventSchema>
export type EventInput = OneOf<
  | Variant<AnyEvent, 'asset' | 'at' | 'move', 'over' | 'recover'>
  | Variant<AnyEvent, 'asset' | 'at' | 'price', 'over'>
  | Variant<AnyEvent, 'asset' | 'at' | 'freeze'>
  | Variant<AnyEvent, 'at' | 'reorg'>
>

type AnyPrice = Input<typeof givenSchema>
export type PriceInput = OneOf<
  | Variant<AnyPrice, 'points', 'between'>
  | Variant<AnyPrice, 'candles', 'startsAt' | 'endsAt' | 'period'>
  | Variant<AnyPrice, 'rows', 'startsAt' | 'endsAt' | 'period'>
>
export type PricesInput = Readonly<Record<string, PriceInput>>

type AnyScenario = Input<typeof scenarioSchema>
type AnyRule = NonNullable<AnyScenario['rules']>[number]
export type RuleInput = Omit<AnyRule, 'fault'> & { readonly fault: FaultInput }
export type ScenarioInput = Omit<AnyScenario, 'rules' | 'events' | 'prices'> & {
  readonly rules?: readonly RuleInput[]
  readonly events?: readonly EventInput[]
  readonly prices?: PricesInput
}

export type ScenarioSource = string | URL | ScenarioInput
