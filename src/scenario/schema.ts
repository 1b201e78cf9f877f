/** The scenario file: the one schema from which types, validation and the published JSON Schema come. */
import * as z from 'zod'
import { parseInstant, Unreadable } from '../core/parse.js'
import { eventSchema } from './events.js'
import { delayAbout, delayExamples, delaySchema } from './faults/delay.js'
import { FAULTS } from './faults/index.js'
import { matchSchema } from './match.js'
import { whenSchema } from './when.js'

const instant = z.string().transform((text, context) => {
  try {
    return parseInstant(text)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    context.issues.push({ code: 'custom', message: error.message, input: text })
    return z.NEVER
  }
})

const clockSchema = z.strictObject({
  at: instant.optional().meta({ description: 'Where the clock starts: ISO 8601 or Unix seconds in quotes' }),
  mode: z.enum(['real', 'frozen']).optional(),
  rate: z.number().gt(0).max(1_000_000).optional().meta({ description: 'Virtual seconds per real second' }),
})

const faultKeys = FAULTS.map(({ key }) => key)

/** Every fault's own keys side by side, all optional: which go together is checked below. */
const faultShape = Object.fromEntries(
  FAULTS.flatMap(({ key, about, shape }) =>
    Object.entries(shape).map(([name, schema]) => [
      name,
      name === key
        ? (schema as z.ZodType).optional().meta({ description: about })
        : (schema as z.ZodType).optional(),
    ]),
  ),
)

export const faultSchema = z
  .strictObject({
    ...faultShape,
    delay: delaySchema.optional().meta({ description: delayAbout, examples: delayExamples }),
  })
  .superRefine((fault: Readonly<Record<string, unknown>>, context) => {
    const present = faultKeys.filter((key) => fault[key] !== undefined)
    if (present.length > 1)
      context.addIssue({
        code: 'custom',
        path: [present[1]],
        message: `${present.join(' and ')} are two outcomes, write one of them`,
      })
    if (present.length === 0 && fault.delay === undefined)
      context.addIssue({ code: 'custom', message: `write an outcome (${faultKeys.join(', ')}) or a delay` })
    for (const { key, shape } of FAULTS)
      for (const name of Object.keys(shape))
        if (fault[name] !== undefined && fault[key] === undefined)
          context.addIssue({
            code: 'custom',
            path: [name],
            message: `${name} means something only beside ${key}`,
          })
  })

const ruleSchema = z.strictObject({
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
  fault: faultSchema.meta({ description: 'At most one outcome, and a delay' }),
})

export const scenarioSchema = z
  .strictObject({
    $schema: z.string().optional(),
    name: z.string().optional(),
    description: z.string().optional(),
    seed: z.string({ error: 'write the seed in quotes, as text' }).optional(),
    clock: clockSchema.optional(),
    rules: z.array(ruleSchema).max(1000).optional(),
    events: z.array(eventSchema).max(1000).optional(),
  })
  .superRefine(({ rules = [] }, context) => {
    const seen = new Map<string, number>()
    rules.forEach(({ id }, index) => {
      if (id === undefined) return
      if (seen.has(id))
        context.addIssue({
          code: 'custom',
          path: ['rules', index, 'id'],
          message: `rule ${(seen.get(id) ?? 0) + 1} has this id too, write another`,
        })
      seen.set(id, index)
    })
  })

/** A scenario as parsed: durations in ms, percentages as fractions. */
export type Scenario = z.output<typeof scenarioSchema>
export type ScenarioInput = z.input<typeof scenarioSchema>
export type Rule = NonNullable<Scenario['rules']>[number]
