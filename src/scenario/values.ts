/** Schemas of values in scenario files: text with a unit as input, a number as output. */

import * as z from 'zod'
import { DURATION, parseDuration } from '../kit/text/duration.js'
import { MAX_SEED, ParseError, parseInstant } from '../kit/text/parse.js'

export const DURATION_HINT = 'write a number and its unit, such as 250ms, 10s, 5m, 2h or 1d'
/** A hundred years: sums with any instant remain valid. */
export const MAX_DURATION_MS = 36_500 * 86_400_000
export const TOO_LONG = 'write a duration of at most 36500d'

/** An optional key and its description. */
export const optional = <Schema extends z.ZodType>(schema: Schema, description: string) =>
  schema.optional().describe(description)

/** Adds an issue of ours in a refinement. */
export const addIssue = (context: z.RefinementCtx, path: PropertyKey[], message: string) =>
  context.addIssue({ code: 'custom', path, message })

/** For refinements of a whole object: a misspelt key is reported separately, with a better message. */
export const hasKnownKeys = ({ issues, value }: z.core.ParsePayload) =>
  issues.length === 0 && typeof value === 'object'

/** Names that depend on the catalogue; `names` says which of its lists. */
export const network = z
  .string({ error: 'write the name of a network' })
  .meta({ tsType: 'NetworkName', names: 'networks' })
export const base = z
  .string({ error: 'write the name of a base address' })
  .meta({ tsType: 'BaseName', names: 'names' })

/** Relative names of a match: the base in use when the scenario was loaded, and the others. */
export const RELATIVE_BASES = ['current', 'others'] as const
export const matchedBase = base.meta({
  tsType: "BaseName | 'current' | 'others'",
  names: 'matched',
})

/** Text that matches a pattern; `hint` says what to write instead. */
export const textLike = (pattern: RegExp, hint: string) =>
  z.string({ error: hint }).regex(pattern, { error: hint })

export const textUpTo = (most: number, error?: string) =>
  z.string({ error }).max(most, { error: `write at most ${most} characters` })

export const shortText = textUpTo(200)

export const seed = textUpTo(MAX_SEED, 'write the seed in quotes, as text')

/** A number and its unit: `250ms`, `10s`, `5m`, `2h`, `1d`. */
export type Duration = `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`

/** A change in per cent: `-18%`. */
export type Percent = `${number}%`

/** A duration in ms. */
export const duration = textLike(DURATION, DURATION_HINT)
  .transform(parseDuration)
  .refine((ms) => ms <= MAX_DURATION_MS, { error: TOO_LONG })
  .meta({ description: 'A duration: a number and ms, s, m, h or d', tsType: 'Duration' }) as z.ZodType<
  number,
  Duration
>

/** A duration as written, as a key. */
export const durationText = textLike(DURATION, DURATION_HINT).refine(
  (text) => !DURATION.test(text) || parseDuration(text) <= MAX_DURATION_MS,
  { error: TOO_LONG },
)

/** A change in per cent, as a fraction: `-18%` is -0.18. */
export const percent = textLike(/^[+-]?\d+(\.\d+)?%$/, 'write a change in per cent, such as -18%')
  // Parsed as a decimal, as -99.9 / 100 is slightly less than -0.999.
  .transform((text) => Number(`${text.slice(0, -1)}e-2`))
  .meta({ description: 'A change in per cent', tsType: 'Percent' }) as z.ZodType<number, Percent>

/** The same as text: 0.5 is `50%`. */
export function percentOf(fraction: number): string {
  return `${(fraction * 100).toFixed(12).replace(/\.?0+$/, '')}%`
}

/** An instant in ms since 1970, or `now`; `hint` says what to write instead. */
export const instantFrom = <Given extends string | number>(given: z.ZodType<Given, Given>, hint: string) =>
  given.transform((value, context) => {
    try {
      return parseInstant(String(value))
    } catch (error) {
      if (!(error instanceof ParseError)) throw error
      context.issues.push({ code: 'custom', message: hint, input: value })
      return z.NEVER
    }
  })

const SHARE_HINT = 'write a share from 0 to below 1, such as 0.5'
/** A share below the whole: from 0 to below 1. */
export const share = z
  .number({ error: SHARE_HINT })
  .min(0, { error: SHARE_HINT })
  .lt(1, { error: SHARE_HINT })
  .describe('A share, from 0 to below 1')

/** A value or a list; always a list once parsed. */
export function oneOrMore<Schema extends z.ZodType>(schema: Schema) {
  return z
    .union([schema, z.array(schema).min(1, { error: 'write at least one, or leave it out' })])
    .transform((given) => (Array.isArray(given) ? given : [given]) as z.output<Schema>[])
}

const BARE = 'write it as text, in quotes'
/** Text; an unquoted integer is unambiguous, so it is accepted. */
const text = z.union([z.string(), z.int()], { error: BARE }).transform(String)

/** Required text by name, as of query parameters. */
export const texts = z.record(z.string(), text)

const HEADER_NAME = 'write a header name: letters, digits and hyphens'
const headerName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, { error: HEADER_NAME })
const headerValue = text.refine((value) => /^[\t\x20-\x7e\x80-\xff]*$/.test(value), {
  error: 'write a header value: one line of plain characters',
})
/** Headers to match. */
export const matchedHeaders = z.record(headerName, headerValue)

/** Headers that frame messages or manage connections; a wrong value would break the connection. */
const FRAMING = /^(?:connection|content-length|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i

/** Their values that leave messages readable: other framing, or the end of the connection. */
const FRAMING_VALUES: Readonly<Record<string, readonly (string | null)[]>> = {
  connection: ['close'],
  'content-length': [null],
  'transfer-encoding': ['chunked', null],
}

/** Headers to send; null removes one that the server would send. */
export const sentHeaders = z.record(headerName, headerValue.nullable()).superRefine((given, context) => {
  for (const [name, value] of Object.entries(given)) {
    if (!FRAMING.test(name)) continue
    const { [name.toLowerCase()]: allowed = [] } = FRAMING_VALUES
    const hint = allowed.length === 0 ? '' : `write ${allowed.map(String).join(' or ')}, or `
    if (!allowed.includes(value))
      addIssue(context, [name], `${hint}leave it out, as the server frames messages and manages connections`)
  }
})

/** The same for a fault that sends nothing else. */
export const someSentHeaders = sentHeaders.refine((given) => Object.keys(given).length > 0, {
  error: 'write at least one header',
})

export function headersInWords(headers: z.output<typeof sentHeaders> = {}): string[] {
  return Object.entries(headers).map(([name, value]) => (value === null ? `no ${name}` : `${name}: ${value}`))
}

/** A file's value without the keys at its top level that begin with `x-`: places for anchors, and for the data of other tools. */
export function withoutExtensions(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value)
  const kept = entries.filter(([key]) => !key.startsWith('x-'))
  return kept.length === entries.length ? value : Object.fromEntries(kept)
}
