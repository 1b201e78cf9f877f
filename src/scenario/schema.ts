/** Schema of scenario files: the source of types, validation, and the published JSON Schema. */

import { DIALECTS } from '../api/endpoints/define.js'
import { INSTANT_HINT, ParseError, parseInstant } from '../kit/text/parse.js'
import * as z from '../kit/zod.js'
import { changingMs, eventSchema, MAX_CHANGING_MS } from './events.js'
import { expectSchema } from './expect.js'
import { delayAbout, delaySchema } from './faults/delay.js'
import { CODE_FAULTS, FAULTS } from './faults/index.js'
import { connectionKeyOf, strayKeys } from './faults/refuse.js'
import { type Match, matchSchema } from './match.js'
import { pricesSchema, type ScenarioPrices } from './prices.js'
import { ruleIdOf } from './rule-id.js'
import { whenSchema } from './trigger.js'
import { shortText } from './values.js'

const HINT_IN_FILES = INSTANT_HINT.replace('Unix seconds', 'Unix seconds in quotes')

const instant = z.string({ error: HINT_IN_FILES }).transform((text, context) => {
  try {
    return parseInstant(text)
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    context.issues.push({ code: 'custom', message: HINT_IN_FILES, input: text })
    return z.NEVER
  }
})

const clockSchema = z.strictObject({
  at: instant
    .optional()
    .meta({ description: 'Start of the clock: ISO 8601, Unix seconds in quotes, or now' }),
  mode: z.enum(['real', 'frozen']).optional().meta({ description: 'Whether the clock runs or is frozen' }),
  rate: z.number().gt(0).max(1_000_000).optional().meta({ description: 'Virtual seconds per real second' }),
})

const faults = [...FAULTS, ...CODE_FAULTS].map(({ key, about, shape }) => ({ key, about, shape: shape() }))
const faultKeys = faults.map(({ key }) => key)
const FAULT_HINT = `write an outcome (${FAULTS.map(({ key }) => key).join(', ')}) or a delay, such as { status: 429 }`

/** The keys of all faults, all optional: valid combinations are checked below. */
const faultShape = Object.fromEntries(
  faults.flatMap(({ key, about, shape }) =>
    Object.entries(shape).map(([name, schema]) => [
      name,
      name === key
        ? (schema as z.ZodType).optional().meta({ description: about })
        : (schema as z.ZodType).optional(),
    ]),
  ),
)

export const faultSchema = z
  .strictObject(
    { ...faultShape, delay: delaySchema.optional().meta({ description: delayAbout }) },
    { error: ({ code }) => (code === 'invalid_type' ? FAULT_HINT : undefined) },
  )
  .refine((fault) => Object.keys(fault).length > 0, {
    error: FAULT_HINT,
    // A misspelt key is reported separately, with a better message.
    when: ({ issues, value }) => issues.length === 0 && typeof value === 'object',
  })
  .superRefine((fault: Readonly<Record<string, unknown>>, context) => {
    const present = faultKeys.filter((key) => fault[key] !== undefined)
    if (present.length > 1)
      context.addIssue({
        code: 'custom',
        path: [present[1]],
        message: `${present.slice(0, -1).join(', ')} and ${present.at(-1)} are ${present.length === 2 ? 'two' : present.length} outcomes: write one of them`,
      })
    for (const { key, shape } of faults)
      for (const name of Object.keys(shape))
        if (fault[name] !== undefined && fault[key] === undefined)
          context.addIssue({
            code: 'custom',
            path: [name],
            message: `${name} applies to ${key} only: write both or neither`,
          })
  })

/** The same in the published schema. */
const requires = (key: string) => ({ required: [key] })
const faultMeta = {
  tsName: 'FaultInput',
  description: 'Effect on the requests: at most one fault, and optionally a delay',
  oneOf: [...faultKeys.map(requires), { ...requires('delay'), not: { anyOf: faultKeys.map(requires) } }],
  dependencies: Object.fromEntries(
    faults.flatMap(({ key, shape }) =>
      Object.keys(shape).flatMap((name) => (name === key ? [] : [[name, [key]]])),
    ),
  ),
}

const ruleSchema = z
  .strictObject({
    id: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, {
        error: 'write up to 64 letters, digits, dots, hyphens or underscores',
      })
      .optional()
      .meta({
        description: 'Name of the rule in the journal and in x-gmx-sim-rule; rule-1, rule-2, … by default',
      }),
    match: matchSchema.optional().meta({ description: 'Matched requests; all by default' }),
    when: whenSchema.optional().meta({ description: 'Which matched requests it fires on; all by default' }),
    fault: faultSchema.meta(faultMeta),
  })
  .superRefine((rule, context) => {
    const key = connectionKeyOf(rule.fault)
    if (key === undefined) return
    for (const path of strayKeys(rule))
      context.addIssue({
        code: 'custom',
        path,
        message: `leave it out, as ${key} uses network, base, after and until only`,
      })
  })
  .meta({ tsName: 'RuleInput', description: 'A fault for some requests' })

/** Limit of rules, and of events. */
const MOST = 1000

export const scenarioSchema = z
  .strictObject({
    $schema: z
      .string()
      .max(2000, { error: 'write at most 2000 characters' })
      .optional()
      .meta({ description: 'Location of this schema, for editors' }),
    name: shortText.optional().meta({ description: 'Name of the scenario' }),
    description: z
      .string()
      .max(2000, { error: 'write at most 2000 characters' })
      .optional()
      .meta({ description: 'The incident, and the behaviour of a good client' }),
    seed: z
      .string({ error: 'write the seed in quotes, as text' })
      .max(200, { error: 'write at most 200 characters' })
      .optional()
      .meta({ description: 'Seed of prices and random draws; that of the server by default' }),
    clock: clockSchema.optional().meta({ description: 'Start and mode of the clock' }),
    dialect: z
      .enum(DIALECTS)
      .optional()
      .meta({ description: 'Dialect of replies; that of the server by default' }),
    rules: z
      .array(ruleSchema)
      .max(MOST, { error: `write at most ${MOST}` })
      .optional()
      .meta({ description: 'Faults for requests; of several that match and fire, the first wins' }),
    events: z
      .array(eventSchema)
      .max(MOST, { error: `write at most ${MOST}` })
      .refine((events) => changingMs(events) <= MAX_CHANGING_MS, {
        error: 'the moves and freezes are too long: write at most 400d in total',
      })
      .optional()
      .meta({ description: 'Market moves on all networks' }),
    prices: pricesSchema.optional(),
    expect: expectSchema
      .optional()
      .meta({ description: 'Expectations of rehearse for a good client: bounds of a check, or off' }),
  })
  .superRefine(({ rules = [] }, context) => {
    const seen = new Map<string, number>()
    rules.forEach((rule, index) => {
      const id = ruleIdOf(rule, index)
      const first = seen.get(id)
      if (first === undefined) seen.set(id, index)
      else
        context.addIssue({
          code: 'custom',
          path: ['rules', rule.id === undefined ? first : index, 'id'],
          message: `write another id, rule ${(rule.id === undefined ? index : first) + 1} has this id`,
        })
    })
  })
  .meta({ tsName: 'ScenarioInput' })

type Parsed = z.output<typeof scenarioSchema>
/** A parsed scenario: durations in ms, percentages as fractions, prices in quanta. */
export type Scenario = Omit<Parsed, 'prices' | 'rules'> & {
  rules?: Rule[] | undefined
  readonly prices?: ScenarioPrices
  /** Absent if a program derived it from another scenario. */
  readonly written?: ScenarioText
}
export type Rule = Omit<NonNullable<Parsed['rules']>[number], 'match'> & { match?: Match | undefined }

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
