/** Schema of scenario files: the source of types, validation, and the published JSON Schema. */

import * as z from 'zod'
import { DIALECTS } from '../api/endpoints/define.js'
import type { Check, Unit } from '../grading/checks/define.js'
import { CHECKS } from '../grading/checks/index.js'
import { getOrCreate } from '../kit/maps.js'
import { INSTANT_HINT, MAX_RATE } from '../kit/text/parse.js'
import { inSeries } from '../kit/text/words.js'
import { changingMs, eventSchema, MAX_CHANGING_MS } from './events.js'
import { delayAbout, delaySchema, routeTimeoutSchema } from './faults/delay.js'
import { CODE_FAULTS, FAULTS, faultOf } from './faults/index.js'
import { tokensSchema } from './listings.js'
import { matchSchema, type Rule } from './match.js'
import { pricesSchema, type ScenarioPrices } from './prices.js'
import { whenSchema } from './trigger.js'
import {
  addIssue,
  duration,
  hasKnownKeys,
  instantFrom,
  optional,
  seed,
  shortText,
  textUpTo,
} from './values.js'

const HINT_IN_FILES = INSTANT_HINT.replace('Unix seconds', 'Unix seconds in quotes')
const instant = instantFrom(z.string({ error: HINT_IN_FILES }), HINT_IN_FILES)

const clockSchema = z.strictObject({
  at: optional(instant, 'Start of the clock: ISO 8601, Unix seconds in quotes, or now'),
  mode: optional(z.enum(['real', 'frozen']), 'Whether the clock runs or is frozen'),
  rate: optional(z.number().gt(0).max(MAX_RATE), 'Virtual seconds per real second'),
})

const faults = [...FAULTS, ...CODE_FAULTS].map(({ key, about, shape }) => ({ key, about, shape: shape() }))
const faultKeys = faults.map(({ key }) => key)
const isFault = (name: string) => faults.some(({ key }) => key === name)
const routeTimeout = optional(routeTimeoutSchema, 'Lets the delay pass the timeout of the route')
/** Keys of the faults that have an option, by its name; some are faults themselves, where they stand alone. */
const ownersOf = new Map<string, string[]>()
for (const { key, shape } of [...faults, { key: 'delay', shape: { routeTimeout } }])
  for (const name of Object.keys(shape))
    if (name !== key) getOrCreate(ownersOf, name, (): string[] => []).push(key)
const FAULT_HINT = `write an outcome (${FAULTS.map(({ key }) => key).join(', ')}) or a delay, such as { status: 429 }`

/** The keys of all faults, all optional: valid combinations are checked below. A fault's own schema replaces that of an option. */
const faultShape = Object.fromEntries(
  faults.flatMap(({ key, about, shape }) =>
    Object.entries(shape).map(([name, schema]) => [
      name,
      name === key ? optional(schema as z.ZodType, about) : (schema as z.ZodType).optional(),
    ]),
  ),
)

export const faultSchema = z
  .strictObject(
    { ...faultShape, delay: optional(delaySchema, delayAbout), routeTimeout },
    { error: ({ code }) => (code === 'invalid_type' ? FAULT_HINT : undefined) },
  )
  .refine((fault) => Object.keys(fault).length > 0, {
    error: FAULT_HINT,
    when: hasKnownKeys,
  })
  .superRefine((fault: Readonly<Record<string, unknown>>, context) => {
    const isGiven = (key: string) => fault[key] !== undefined
    const isOption = (name: string) => ownersOf.get(name)?.some(isGiven) === true
    const present = faultKeys.filter((key) => isGiven(key) && !isOption(key))
    if (present.length > 1)
      addIssue(
        context,
        [present[1]!],
        `${inSeries(present, 'and')} are ${present.length === 2 ? 'two' : present.length} outcomes: write one of them`,
      )
    for (const [name, owners] of ownersOf)
      if (isGiven(name) && !isOption(name) && !isFault(name))
        addIssue(context, [name], `${name} applies to ${inSeries(owners, 'and')} only: write both or neither`)
    for (const { key, shape } of faults.filter(({ key }) => key === present[0]))
      for (const [name, schema] of Object.entries(shape))
        if (name !== key && isFault(name) && faultShape[name]!.safeParse(fault[name]).success) {
          const { error } = (schema as z.ZodType).safeParse(fault[name])
          if (error !== undefined) addIssue(context, [name], error.issues[0]!.message)
        }
  })

/** The same in the published schema. */
const requires = (key: string) => ({ required: [key] })
const choiceOf = ({ key, shape }: (typeof faults)[number]) => {
  const combined = Object.keys(shape).filter((name) => name !== key && isFault(name))
  return {
    ...requires(key),
    ...(combined.length > 0 && { properties: Object.fromEntries(combined.map((name) => [name, {}])) }),
    ...(ownersOf.has(key) && { not: ownersOf.get(key)?.map(requires)[0] }),
  }
}
const faultMeta = {
  tsName: 'FaultInput',
  description: 'Effect on the requests: at most one fault, and optionally a delay',
  oneOf: [...faults.map(choiceOf), { ...requires('delay'), not: { anyOf: faultKeys.map(requires) } }],
  dependencies: Object.fromEntries(
    [...ownersOf].flatMap(([name, owners]) =>
      isFault(name) ? [] : [[name, owners.length === 1 ? owners : { anyOf: owners.map(requires) }]],
    ),
  ),
}

/** Keys of rules for connections, which carry no request yet. */
const USED_BY_PORTS: Readonly<Record<string, readonly string[]>> = {
  match: ['network', 'base'],
  when: ['after', 'until'],
  fault: FAULTS.filter(({ stage }) => stage.on === 'port').map(({ key }) => key),
}

export const ruleSchema = z
  .strictObject({
    id: optional(
      z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, {
        error: 'write up to 64 letters, digits, dots, hyphens or underscores',
      }),
      'Name of the rule in the journal and in x-gmx-sim-rule; rule-1, rule-2, … by default',
    ),
    match: optional(matchSchema, 'Matched requests; all by default'),
    when: optional(whenSchema, 'Which matched requests it fires on; all by default'),
    fault: faultSchema.meta(faultMeta),
  })
  .superRefine((rule, context) => {
    const fault = faultOf(rule.fault)
    if (fault?.stage.on !== 'port') return
    for (const [part, allowed] of Object.entries(USED_BY_PORTS))
      for (const key of Object.keys(rule[part as keyof typeof rule] ?? {}))
        if (!allowed.includes(key))
          addIssue(
            context,
            [part, key],
            `leave it out, as ${fault.key} uses network, base, after and until only`,
          )
  })
  .meta({ tsName: 'RuleInput', description: 'A fault for some requests' })

/** Expectations per check of a rehearsal: on, off or custom bounds. */
const NUMBER_HINT = 'write a number of at least 0'
const number = z.number({ error: NUMBER_HINT }).min(0, { error: NUMBER_HINT })
const mode = z.enum(['on', 'off'], { error: 'write on, off, or omit the key' })

const expectedOf = {
  none: mode,
  duration: boundsOf(duration, 'DurationBounds'),
  number: boundsOf(number, 'NumberBounds'),
} as const

function boundsOf<Schema extends z.ZodType<number>>(value: Schema, tsName: string) {
  return z.union(
    [
      mode,
      z
        .strictObject({
          good: optional(value, 'Good up to this bound'),
          fails: optional(value, 'Fails beyond this bound'),
        })
        .refine(({ good, fails }) => good !== undefined || fails !== undefined, {
          error: 'write good, fails or both',
        })
        .meta({ tsName }),
    ],
    { error: 'write bounds such as { good: …, fails: … }, on, or off' },
  )
}

/** The type of a check's bounds, by its unit. */
type KindOf<Of extends Unit> = Of extends 'yes/no' ? 'none' : Of extends 'ms' ? 'duration' : 'number'
const kindOf = ({ unit }: Pick<Check, 'unit'>) =>
  unit === 'yes/no' ? 'none' : unit === 'ms' ? 'duration' : 'number'

type Shape = {
  [Listed in (typeof CHECKS)[number] as Listed['id']]: z.ZodOptional<
    (typeof expectedOf)[KindOf<Listed['unit']>]
  >
}

export const expectSchema = z
  .strictObject(
    Object.fromEntries(
      CHECKS.map((check) => [check.id, (expectedOf[kindOf(check)] as z.ZodType).optional()]),
    ) as unknown as Shape,
  )
  .meta({ tsName: 'ExpectInput' })

/** Limit of rules, and of events. */
const MOST = 1000

/** Names each rule, and refuses a name that another one has. */
const rulesSchema = z
  .array(ruleSchema)
  .max(MOST, { error: `write at most ${MOST}` })
  .transform((rules, context) => {
    const seen = new Map<string, number>()
    return rules.map((rule, index): Rule => {
      const { id = `rule-${index + 1}` } = rule
      const first = seen.get(id)
      if (first === undefined) seen.set(id, index)
      else {
        const [renamed, other] = rule.id === undefined ? [first, index] : [index, first]
        addIssue(context, [renamed, 'id'], `write another id, rule ${other + 1} has this id`)
      }
      return { ...rule, id }
    })
  })

const name = shortText.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, {
  error: 'write it in one line, without control characters',
})

export const scenarioSchema = z
  .strictObject({
    $schema: optional(textUpTo(2000), 'Location of this schema, for editors'),
    name: optional(name, 'Name of the scenario, in one line'),
    description: optional(textUpTo(2000), 'The incident, and the behaviour of a good client'),
    seed: optional(seed, 'Seed of prices and random draws; that of the server by default'),
    clock: optional(clockSchema, 'Start and mode of the clock'),
    dialect: optional(z.enum(DIALECTS), 'Dialect of replies; that of the server by default'),
    rules: optional(rulesSchema, 'Faults for requests; of several that match and fire, the first wins'),
    events: optional(
      z
        .array(eventSchema)
        .max(MOST, { error: `write at most ${MOST}` })
        .refine((events) => changingMs(events) <= MAX_CHANGING_MS, {
          error: 'the moves and freezes are too long: write at most 400d in total',
        }),
      'Market moves on all networks',
    ),
    prices: pricesSchema.optional(),
    tokens: tokensSchema.optional(),
    expect: optional(
      expectSchema,
      'Expectations of rehearse for a good client: bounds of a check, on, or off',
    ),
  })
  .meta({ tsName: 'ScenarioInput' })

type Parsed = z.output<typeof scenarioSchema>
/** A parsed scenario: durations in ms, percentages as fractions, prices in quanta. */
export type Scenario = Omit<Parsed, 'prices'> & {
  readonly prices?: ScenarioPrices
  /** Absent if a program derived it from another scenario. */
  readonly written?: ScenarioText
}
export type { Rule }

/** Source of a scenario. */
export interface ScenarioText {
  /** YAML or JSON. */
  readonly text: string
  /** Set if it was given as a value; `text` is its JSON. */
  readonly isValue?: true
  /** Its library name. */
  readonly library?: string
  /** The settings it contains, even if overridden. */
  readonly says: readonly ('seed' | 'clock' | 'at' | 'dialect')[]
}

export const scenarioName = ({ name, written }: Pick<Scenario, 'name' | 'written'>): string =>
  name ?? written?.library ?? 'unnamed'
