/** Schema issues as sentences: what, what was seen, what to write. */
import * as z from 'zod'
import { boundsAt, keysAt, nearest, suggestion } from './hints.js'
import { MAX_PROBLEMS, MAX_SHOWN, truncateMessage } from './problems.js'

type Issue = z.core.$ZodIssue

/** The first issues of a schema as those that were most likely meant, one more than are reported. */
export function meantIssues(issues: readonly Issue[]): Issue[] {
  const flat: Issue[] = []
  for (const issue of issues) {
    flat.push(...flatten(issue, MAX_PROBLEMS + 1 - flat.length))
    if (flat.length > MAX_PROBLEMS) break
  }
  return withoutEchoes(flat)
}

/**
 * Resolves unions to the member that was most likely meant: the one that matched furthest, then the one with the fewest issues. Splits an
 * issue with several unknown keys, up to `most`.
 */
function flatten(issue: Issue, most = Number.POSITIVE_INFINITY): Issue[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, most).map((key) => ({ ...issue, keys: [key], path: [...issue.path, key] }))
  if (issue.code !== 'invalid_union') return [issue]
  const branches = issue.errors.map((branch) =>
    branch.flatMap((inner) => flatten({ ...inner, path: [...issue.path, ...inner.path] })),
  )
  const deepest = branches.reduce((most, branch) => Math.max(most, depthOf(branch)), 0)
  if (deepest > issue.path.length) {
    const meant = branches.filter((branch) => depthOf(branch) === deepest)
    return meant.reduce((best, branch) => (branch.length < best.length ? branch : best))
  }
  if (isOurs(issue.message)) return [issue]
  return branches.find(([first]) => first?.code !== 'invalid_type') ?? [issue]
}

/** Drops missing keys that are present but misspelt. */
function withoutEchoes(issues: readonly Issue[]): Issue[] {
  const parentOf = ({ path }: Issue) => path.slice(0, -1).join('\n')
  const unknown = issues.filter(({ code }) => code === 'unrecognized_keys')
  const isEcho = (issue: Issue): boolean =>
    issue.code === 'invalid_type' &&
    unknown.some(
      (other) =>
        parentOf(other) === parentOf(issue) &&
        nearest(String(other.path.at(-1)), [String(issue.path.at(-1))]) !== undefined,
    )
  return issues.filter((issue) => !isEcho(issue))
}

/** Whether an issue is about a key, not its value. */
export function isAboutKey({ code }: Issue): boolean {
  return code === 'unrecognized_keys' || code === 'invalid_key'
}

function depthOf(issues: readonly Issue[]): number {
  return issues.reduce((most, { path }) => Math.max(most, path.length), 0)
}

/** Sentences about a value that `schema` rejects. */
export function describeIssues({ issues }: z.ZodError, root: unknown, schema: z.ZodType): string[] {
  return meantIssues(issues).map((issue) => describeIssue(issue, root, schema))
}

/** An issue of `schema` with the value `root`, as a sentence. */
export function describeIssue(issue: Issue, root: unknown, schema: z.ZodType = z.unknown()): string {
  const { path, message } = issue
  const seen = valueAt(root, path)
  const fact = seen === undefined ? `${pathText(path)} is missing` : `${pathText(path)} is ${show(seen)}`
  switch (issue.code) {
    case 'unrecognized_keys': {
      const [key = ''] = issue.keys
      if (isOurs(message)) return `unknown key ${show(key)}: ${message}`
      const known = keysAt(schema, path.slice(0, -1))
      const hint = known.length === 0 ? 'leave it out' : `write ${oneOf(known)}`
      return `unknown key ${show(key)}: ${suggestion(key, known, hint)}`
    }
    case 'invalid_value': {
      if (issue.values.length === 1 && isOurs(message)) return `${fact}: ${message}`
      const meant = typeof seen === 'string' ? nearest(seen, issue.values.map(String)) : undefined
      return `${fact}: write ${oneOf(issue.values)}${meant === undefined ? '' : `; did you mean ${meant}?`}`
    }
    case 'invalid_key':
      return `invalid name ${show(path.at(-1))}: ${issue.issues[0]?.message ?? message}`
    case 'custom':
      return /^(write|leave) /.test(message) && typeof seen !== 'object' ? `${fact}: ${message}` : message
    case 'invalid_type':
      return `${fact}: ${isOurs(message) ? message : `write ${TYPE_NAMES[issue.expected] ?? issue.expected}`}`
    default: {
      if (isOurs(message)) return `${fact}: ${message}`
      const bounds = boundsAt(schema, path)
      return `${fact}: ${bounds === '' ? message : `write a number${bounds}`}`
    }
  }
}

/** Our own messages say what to write and begin in lower case; zod's begin with a capital. */
function isOurs(message: string): boolean {
  return /^[a-z]/.test(message)
}

/** The name of a value: its key, or its number in a list. */
function pathText(path: readonly PropertyKey[]): string {
  const last = path.at(-1)
  if (last === undefined) return 'this'
  if (typeof last !== 'number') return truncateMessage(String(last))
  const list = path.findLast((part) => typeof part === 'string')
  return `number ${last + 1} of ${String(list ?? 'the list')}`
}

function oneOf(values: readonly unknown[]): string {
  return values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  object: 'a mapping (key: value)',
  record: 'a mapping (key: value)',
  array: 'a list',
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
}

/** A value as JSON on one line, truncated. */
function show(value: unknown): string {
  if (typeof value === 'number') return String(value)
  try {
    const text = JSON.stringify(typeof value === 'string' ? value.slice(0, MAX_SHOWN + 1) : value)
    return truncateMessage(text ?? String(value))
  } catch {
    return 'a value that is not JSON'
  }
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key],
    root,
  )
}
