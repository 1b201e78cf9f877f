/** The scenario file: the one schema from which types, validation and the published JSON Schema come. */
import * as z from 'zod'
import { INSTANT_HINT, ParseError, parseInstant } from '../core/parse.js'
import { DIALECTS } from '../endpoints/define.js'
import { changingMs, eventSchema, MAX_CHANGING_MS } from './events.js'
import { expectSchema } from './expect.js'
import { delayAbout, delaySchema } from './faults/delay.js'
import { CODE_FAULTS, FAULTS } from './faults/index.js'
import { isRefusal, strayKeys } from './faults/refuse.js'
import { type Match, matchSchema } from './match.js'
import { pricesSchema, type ScenarioPrices } from './prices.js'
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
    .meta({ description: 'Where the clock starts: ISO 8601, Unix seconds in quotes, or now' }),
  mode: z.enum(['real', 'frozen']).optional().meta({ description: 'Whether the clock runs or stands still' }),
  rate: z.number().gt(0).max(1_000_000).optional().meta({ description: 'Virtual seconds per real second' }),
})

const faults = [...FAULTS, ...CODE_FAULTS].map(({ key, about, shape }) => ({ key, about, shape: shape() }))
const faultKeys = faults.map(({ key }) => key)
const FAULT_HINT = `write an outcome (${FAULTS.map(({ key }) => key).join(', ')}) or a delay, such as { status: 429 }`

/** Every fault's own keys side by side, all optional: which go together is checked below. */
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
    // A misspelt outcome is a problem of its own, which says more.
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
            message: `${name} means something only beside ${key}: write both or neither`,
          })
  })

/** The same for whoever reads the published schema only. */
const requires = (key: string) => ({ required: [key] })
const faultMeta = {
  tsName: 'FaultInput',
  description: 'What happens to them: one outcome at most, and a delay if wanted',
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
        description: 'Names the rule in the journal and in x-gmx-sim-rule; rule-1, rule-2, … when left out',
      }),
    match: matchSchema.optional().meta({ description: 'Which requests; all when left out' }),
    when: whenSchema.optional().meta({ description: 'At which of them; always when left out' }),
    fault: faultSchema.meta(faultMeta),
  })
  .superRefine((rule, context) => {
    if (!isRefusal(rule.fault)) return
    for (const path of strayKeys(rule))
      context.addIssue({
        code: 'custom',
        path,
        message: 'leave it out, as refuse goes by network, base, after and until alone',
      })
  })
  .meta({ tsName: 'RuleInput', description: 'What is done to some requests' })

/** Rules, or events, in one file. */
const MOST = 1000

export const scenarioSchema = z
  .strictObject({
    $schema: z
      .string()
      .max(2000, { error: 'write at most 2000 characters' })
      .optional()
      .meta({ description: 'Where an editor finds this schema' }),
    name: shortText.optional().meta({ description: 'What the scenario is called' }),
    description: z
      .string()
      .max(2000, { error: 'write at most 2000 characters' })
      .optional()
      .meta({ description: 'What happens, and what a good client does' }),
    seed: z
      .string({ error: 'write the seed in quotes, as text' })
      .max(200, { error: 'write at most 200 characters' })
      .optional()
      .meta({ description: 'What prices and chance follow from; the one set at start when left out' }),
    clock: clockSchema.optional().meta({ description: 'Where and how the clock starts' }),
    dialect: z
      .enum(DIALECTS)
      .optional()
      .meta({ description: 'Whose replies; those chosen at start when left out' }),
    rules: z
      .array(ruleSchema)
      .max(MOST, { error: `write at most ${MOST}` })
      .optional()
      .meta({ description: 'What is done to requests; of those that match and fire, the first decides' }),
    events: z
      .array(eventSchema)
      .max(MOST, { error: `write at most ${MOST}` })
      .refine((events) => changingMs(events) <= MAX_CHANGING_MS, {
        error: 'the moves and freezes last too long in all: write at most 400d together',
      })
      .optional()
      .meta({ description: 'Moves of the market itself, on all networks' }),
    prices: pricesSchema.optional(),
    expect: expectSchema
      .optional()
      .meta({ description: 'What a good client does, for rehearse: bounds of a check, or off' }),
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
          message: `write another id, rule ${(rule.id === undefined ? index : first) + 1} is called so`,
        })
    })
  })
  .meta({ tsName: 'ScenarioInput' })

type Parsed = z.output<typeof scenarioSchema>
/** A scenario as read: durations in ms, percentages as fractions, prices in quanta. */
export type Scenario = Omit<Parsed, 'prices' | 'rules'> & {
  rules?: Rule[] | undefined
  readonly prices?: ScenarioPrices
  /** Left out where nobody wrote it, as of one that a program made of another. */
  readonly written?: ScenarioText
}
export type Rule = Omit<NonNullable<Parsed['rules']>[number], 'match'> & { match?: Match | undefined }

/** How a rule is called where it has no id of its own. */
export function ruleIdOf({ id }: { readonly id?: string | undefined }, index: number): string {
  return id ?? `rule-${index + 1}`
}

/** How a scenario was given. */
export interface ScenarioText {
  /** YAML or JSON. */
  readonly text: string
  /** Set where it was given as a value, of which `text` is the JSON. */
  readonly isValue?: true
  /** Its name in the library, where it is one of it. */
  readonly library?: string
  /** What it says itself, whether or not that counts. */
  readonly says: readonly ('seed' | 'clock' | 'at' | 'dialect')[]
}
