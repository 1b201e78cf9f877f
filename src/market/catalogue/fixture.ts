/** Reads and strictly parses a fixture file; errors name file and path. */
import { readFileSync } from 'node:fs'
import type * as z from 'zod'
import { UserError } from '../../kit/errors.js'
import { PACKAGE } from '../../kit/version.js'

/** Returns the text of a file in `fixtures/`, or throws. */
export type ReadFixture = (file: string) => string

/** Reads the package's own `fixtures/`, two folders above `src/market/catalogue/` and `dist/catalogue/` alike. */
export const readFixture: ReadFixture = (file) => readFileSync(new URL(`fixtures/${file}`, PACKAGE), 'utf8')

type Path = readonly PropertyKey[]

/** Parses `file` by `schema`; throws a UserError with exit code 3. */
export function parseFixture<T>(file: string, schema: z.ZodType<T>, read: ReadFixture): T {
  const content = parseJson(file, readText(file, read))
  // Compiling a schema does not pay off for a single parse at start.
  const result = schema.safeParse(content, { jitless: true })
  if (result.success) return result.data
  const issue = result.error.issues[0]
  if (issue.code === 'unrecognized_keys')
    throw refused(file, [...issue.path, issue.keys[0]], 'unknown key', 'remove it or fix its spelling')
  if (issue.code === 'invalid_key')
    throw refused(file, issue.path, 'the key is not a name', `write ${issue.issues[0].message}`)
  throw refused(file, issue.path, `saw ${valueText(valueAt(content, issue.path))}`, `write ${issue.message}`)
}

/** A problem at a path of a fixture file, or of a custom catalogue applied to it. */
export class FixtureError extends UserError {
  readonly file: string
  readonly path: Path

  constructor(file: string, path: Path, seen: string, hint: string) {
    super(`fixtures/${file}${path.length > 0 ? `, ${toPlace(path)}` : ''}`, seen, hint, 3)
    this.file = file
    this.path = path
  }
}

/** Creates the error for a problem at `path`. */
export function refused(file: string, path: Path, seen: string, hint: string): FixtureError {
  return new FixtureError(file, path, seen, hint)
}

const MAX_SHOWN = 60

/** A value as written, truncated. */
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
      `is unreadable (${code ?? String(error)})`,
      'restore it or install the package again',
    )
  }
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw refused(file, [], `is not JSON (${(error as Error).message})`, 'fix or restore it')
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
