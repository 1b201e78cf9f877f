/** Rows of replies: each field is declared once, with its schema and its value; lists of rows, whole or in chunks. */

import * as z from 'zod'
import { startStopwatch } from '../../kit/clock/timers.js'

/** A schema, for the fact's property of that name; or a schema and a function of the fact. Undefined values are omitted. */
type Field<Fact> = z.ZodType | readonly [schema: z.ZodType, of: (fact: Fact) => unknown]
type SchemaOf<Of> = Of extends readonly [infer Schema extends z.ZodType, unknown]
  ? Schema
  : Extract<Of, z.ZodType>
type StrictObject<Fields> = z.ZodObject<
  { -readonly [Key in keyof Fields]: SchemaOf<Fields[Key]> },
  z.core.$strict
>

/** Declares a row by the fields of a fact, in order: `rowOf<Fact>()({ … }, 'NameOfItsType')`. */
export function rowOf<Fact>() {
  return <const Fields extends Readonly<Record<string, Field<Fact>>>>(fields: Fields, tsName?: string) => {
    const all = Object.entries<Field<Fact>>(fields).map(([key, field]) =>
      isPair(field)
        ? ([key, ...field] as const)
        : ([key, field, (fact: Fact) => fact[key as keyof Fact]] as const),
    )
    const keys = all.map(([key]) => `,"${key}":`)
    return {
      /** The same fields for rows of another fact, which has this one. */
      in: <Whole>(factOf: (whole: Whole) => Fact) =>
        Object.fromEntries(
          all.map(([key, schema, of]) => [key, [schema, (whole: Whole) => of(factOf(whole))]]),
        ) as unknown as {
          readonly [Key in keyof Fields]: readonly [SchemaOf<Fields[Key]>, (whole: Whole) => unknown]
        },
      schema() {
        const shape = Object.fromEntries(all.map(([key, schema]) => [key, schema]))
        const schema = z.strictObject(shape) as unknown as StrictObject<Fields>
        return tsName === undefined ? schema : schema.meta({ tsName })
      },
      render(fact: Fact) {
        const row: Record<string, unknown> = {}
        for (const [key, , of] of all) {
          const value = of(fact)
          if (value !== undefined) row[key] = value
        }
        return row
      },
      /** The same as JSON; a bigint is written as digits in quotes. */
      text(fact: Fact): string {
        let text = ''
        for (let n = 0; n < all.length; n++) {
          const value = all[n]![2](fact)
          if (value === undefined) continue
          text += typeof value === 'bigint' ? `${keys[n]}"${value}"` : keys[n] + JSON.stringify(value)
        }
        return `{${text.slice(1)}}`
      },
    }
  }
}

const isPair = <Fact>(field: Field<Fact>) => Array.isArray(field)

/** A field with the same value in all rows. */
export const fixed = <const Value extends string | number | boolean>(value: Value) =>
  [z.literal(value), () => value] as const

interface Row<Fact, Schema> {
  schema(): Schema
  render(fact: Fact): unknown
  text(fact: Fact): string
}

/** The schema of a list of rows, or of an object with it as its only property `name`. */
function listSchema<Schema extends z.ZodType, Name extends string | undefined>(schema: Schema, name: Name) {
  type Rows = z.ZodArray<Schema>
  type Reply = Name extends string ? z.ZodObject<Record<Name, Rows>, z.core.$strict> : Rows
  const rows = z.array(schema)
  return (name === undefined ? rows : z.strictObject({ [name]: rows })) as unknown as Reply
}

/** A reply that is a list of rows, or has it as its only property `name`. */
export function listOf<Fact, Schema extends z.ZodType, Name extends string | undefined = undefined>(
  { schema, render }: Row<Fact, Schema>,
  name?: Name,
) {
  return {
    schema: () => listSchema(schema(), name as Name),
    render(facts: readonly Fact[]): unknown {
      const rows = facts.map(render)
      return name === undefined ? rows : { [name]: rows }
    },
  }
}

/** The same in chunks. Facts that are undefined are left out. */
export function chunkedListOf<Fact, Schema extends z.ZodType, Name extends string | undefined = undefined>(
  { schema, text }: Row<Fact, Schema>,
  name?: Name,
) {
  const [before, after] = name === undefined ? ['[', ']'] : [`{"${name}":[`, ']}']
  return {
    schema: () => listSchema(schema(), name as Name),
    chunks: (facts: Iterable<Fact | undefined>) => textChunks(facts, text, before, after),
  }
}

/** Limits of a chunk, after which others may be served: real time, and rows where time is frozen. */
const CHUNK_MS = 4
const MAX_ROWS = 100

/** Serialises rows; an undefined row only marks where a chunk may end. `between` may replace a comma. */
export function* textChunks<Row>(
  rows: Iterable<Row | undefined>,
  textOf: (row: Row) => string,
  before: string,
  after: string,
  between: (row: Row) => string | undefined = () => undefined,
): Generator<readonly Buffer[]> {
  let text = before
  let separator = ''
  let count = 0
  let elapsedMs = startStopwatch()
  for (const row of rows) {
    if (row !== undefined) {
      text += (between(row) ?? separator) + textOf(row)
      separator = ','
    }
    if (++count < MAX_ROWS && elapsedMs() < CHUNK_MS) continue
    yield [Buffer.from(text)]
    text = ''
    count = 0
    elapsedMs = startStopwatch()
  }
  yield [Buffer.from(text + after)]
}
