/** What a schema found wrong, in words: what, what was seen, what to write. */
import * as z from 'zod'
import { suggestion } from './suggest.js'

type Issue = z.core.$ZodIssue

/**
 * A union says what is wrong with each of its members; the one that got furthest is what was meant. An issue with
 * several unknown keys becomes one for each.
 */
export function flatten(issue: Issue): Issue[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ ...issue, keys: [key], path: [...issue.path, key] }))
  if (issue.code !== 'invalid_union') return [issue]
  const branches = issue.errors.map((branch) =>
    branch.flatMap((inner) => flatten({ ...inner, path: [...issue.path, ...inner.path] })),
  )
  const depth = (branch: Issue[]) => Math.max(...branch.map(({ path }) => path.length))
  const deepest = Math.max(...branches.map(depth))
  if (deepest === issue.path.length && isOurs(issue.message)) return [issue]
  if (deepest === issue.path.length)
    return branches.find((branch) => branch[0].message !== undefined && isWorded(branch[0])) ?? [issue]
  return branches.find((branch) => depth(branch) === deepest) ?? [issue]
}

const isWorded = ({ code }: Issue): boolean =>
  code === 'invalid_format' || code === 'custom' || code === 'invalid_value'

/** One issue of `schema` with the value `root`, as a sentence. */
export function describeIssue(issue: Issue, root: unknown, schema: z.ZodType): string {
  const where = issue.path.filter((part) => typeof part === 'string').at(-1)
  const seen = valueAt(root, issue.path)
  switch (issue.code) {
    case 'unrecognized_keys': {
      const [key] = issue.keys
      return `unknown key ${key}${suggestion(key, keysAt(schema, issue.path.slice(0, -1)))}`
    }
    case 'invalid_value':
      return `${String(where)} is ${show(seen)}: write ${listed(issue.values)}${suggestion(String(seen), issue.values.map(String))}`
    case 'invalid_type':
      if (seen === undefined)
        return `${String(where ?? 'the file')} is missing: write ${article(issue.expected)}`
      return `${String(where ?? 'the file')} is ${show(seen)}: write ${worded(issue) ?? article(issue.expected)}`
    case 'custom':
      return seen === undefined || typeof seen === 'object'
        ? issue.message
        : `${String(where)} is ${show(seen)}: ${issue.message}`
    default:
      return `${String(where)} is ${show(seen)}: ${worded(issue) ?? issue.message}`
  }
}

/** The message of our own, where the schema has one; zod's begin with a capital. */
function worded({ message }: Issue): string | undefined {
  return isOurs(message) ? message.replace(/^write /, '') : undefined
}

function isOurs(message: string): boolean {
  return /^[a-z]/.test(message)
}

function listed(values: readonly unknown[]): string {
  return values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`
}

const NAMES: Readonly<Record<string, string>> = {
  object: 'a mapping (key: value)',
  array: 'a list',
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
}

function article(expected: string): string {
  return NAMES[expected] ?? expected
}

const MOST_SHOWN = 60

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
    root,
  )
}

interface Described {
  readonly properties?: Readonly<Record<string, Described>>
  readonly items?: Described
  readonly anyOf?: readonly Described[]
}

/** The keys that may stand at a path. */
function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const top = z.toJSONSchema(schema, { io: 'input' }) as Described
  let here: readonly Described[] = [top]
  for (const part of path) {
    here = here.flatMap(branches).flatMap((schema) => {
      const next = typeof part === 'number' ? schema.items : schema.properties?.[String(part)]
      return next === undefined ? [] : [next]
    })
  }
  return here.flatMap(branches).flatMap(({ properties }) => Object.keys(properties ?? {}))
}

function branches(schema: Described): readonly Described[] {
  return schema.anyOf === undefined ? [schema] : schema.anyOf.flatMap(branches)
}
