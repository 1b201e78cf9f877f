/** One fixture file: read and parsed strictly, or refused in one sentence that names the file and the place. */
import { readFileSync } from 'node:fs'
import type * as z from 'zod'
import { UserError } from '../core/errors.js'

/** Gives the text of a file of `fixtures/`, by its path in there, or throws. */
export type ReadFixture = (file: string) => string

/** Reads the package's own `fixtures/`, two folders up from `src/catalogue/` and `dist/catalogue/` alike. */
export const readFixture: ReadFixture = (file) =>
  readFileSync(new URL(`../../fixtures/${file}`, import.meta.url), 'utf8')

type Path = readonly PropertyKey[]

/** The content of `file` as `schema` has it; anything else is a UserError with exit code 3. */
export function parseFixture<T>(file: string, schema: z.ZodType<T>, read: ReadFixture): T {
  const content = parseJson(file, readText(file, read))
  // Compiling a schema's checks pays off for what is parsed often, and this is parsed once, at start.
  const result = schema.safeParse(content, { jitless: true })
  if (result.success) return result.data
  const issue = result.error.issues[0]
  if (issue.code === 'unrecognized_keys')
    throw refused(
      file,
      [...issue.path, issue.keys[0]],
      'there is no such key',
      'remove it or correct its spelling',
    )
  if (issue.code === 'invalid_key')
    throw refused(file, issue.path, 'the key is no name', `write ${issue.issues[0].message}`)
  throw refused(file, issue.path, `saw ${valueText(valueAt(content, issue.path))}`, `write ${issue.message}`)
}

/** What is wrong at a place of a fixture file, or of what a catalogue laid over it. */
export class FixtureError extends UserError {
  readonly file: string
  readonly path: Path

  constructor(file: string, path: Path, seen: string, hint: string) {
    super(`fixtures/${file}${path.length > 0 ? `, ${toPlace(path)}` : ''}`, seen, hint, 3)
    this.file = file
    this.path = path
  }
}

/** The error for what is wrong at `path` of a fixture file. */
export function refused(file: string, path: Path, seen: string, hint: string): FixtureError {
  return new FixtureError(file, path, seen, hint)
}

const MAX_SHOWN = 60

/** A value as it stands in the file, shortened. */
export function valueText(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}

function readText(file: string, read: ReadFixture): string {
  try {
    return read(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw refused(
      file,
      [],
      `cannot be read (${code ?? String(error)})`,
      'restore it or install the package again',
    )
  }
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw refused(file, [], `is not JSON (${(error as Error).message})`, 'correct or restore it')
  }
}

function valueAt(content: unknown, path: Path): unknown {
  let value = content
  for (const key of path) value = (value as Record<PropertyKey, unknown>)[key]
  return value
}

/** `tokens[3].decimals`, `assets["GLV [ETH-USDC]"].priceUsd`. */
function toPlace(path: Path): string {
  return path.reduce<string>((place, key) => {
    if (typeof key === 'number') return `${place}[${key}]`
    const name = String(key)
    if (!/^\w+$/.test(name)) return `${place}[${valueText(name)}]`
    return place === '' ? name : `${place}.${name}`
  }, '')
}
