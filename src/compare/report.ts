/** A comparison, and its report as text, JSON, JUnit XML or Markdown. */

import type { Dialect } from '../api/endpoints/define.js'
import { type JunitCase, junitXml } from '../kit/formats/junit.js'
import { code, markdownTable, plain } from '../kit/formats/markdown.js'
import { withoutCommands } from '../kit/formats/workflow.js'
import { wrappedColumns } from '../kit/text/columns.js'
import { pluralize, printable, wordWrap } from '../kit/text/words.js'

export const KINDS = [
  'status',
  'header',
  'key',
  'type',
  'unit',
  'null',
  'order',
  'list',
  'token',
  'market',
  'error body',
  'cache window',
  'identity',
] as const

export interface Difference {
  readonly kind: (typeof KINDS)[number]
  /** Endpoint and path in its reply: `tickers [].minPrice`. */
  readonly where: string
  readonly theirs: string
  readonly ours: string
}

export function difference(
  kind: Difference['kind'],
  where: string,
  theirs: string,
  ours: string,
): Difference {
  return { kind, where, theirs, ours }
}

/** Differences, and notes on checks that were not possible, with the reason. */
export type Findings = Generator<Difference | string, void, undefined>
export type Differences = Generator<Difference, void, undefined>

export interface Comparison {
  readonly base: string
  readonly network: string
  readonly dialect: Dialect
  readonly asked: number
  readonly differences: readonly Difference[]
  readonly notes: readonly string[]
}

const MAX_NAMES = 8

export function nameList(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).join(', ')
  return names.length > MAX_NAMES ? `${shown} and ${names.length - MAX_NAMES} more` : shown
}

const WRITERS = {
  text: toText,
  json: (comparison) => `${JSON.stringify(comparison, null, 2)}\n`,
  junit: toJunit,
  markdown: toMarkdown,
} as const satisfies Readonly<Record<string, (comparison: Comparison) => string>>

export type DifferenceFormat = keyof typeof WRITERS
export const DIFFERENCE_FORMATS = Object.keys(WRITERS) as readonly DifferenceFormat[]

export function reportOf(comparison: Comparison, format: DifferenceFormat): string {
  return WRITERS[format](cleaned(comparison))
}

const MAX_CHARACTERS = 200

/** Replaces control characters of a source and bounds the length of its texts. */
function cleaned(comparison: Comparison): Comparison {
  const clean = (text: string) => printable(text.slice(0, MAX_CHARACTERS))
  const differences = comparison.differences.map(({ kind, where, theirs, ours }) =>
    difference(kind, clean(where), clean(theirs), clean(ours)),
  )
  return { ...comparison, base: clean(comparison.base), notes: comparison.notes.map(clean), differences }
}

function headOf({ network, dialect, differences, asked }: Comparison, base: string): string {
  const count = differences.length === 0 ? 'no difference' : pluralize(differences.length, 'difference')
  return `${base} as ${network}, ${dialect} dialect, ${asked} questions: ${count}`
}

/** Of text, in characters. */
const MAX_WIDTH = 100

function toText(comparison: Comparison): string {
  const { base, differences, notes } = comparison
  const rows = differences.map(({ kind, where, theirs, ours }) => [kind, where, theirs, ours])
  const lines = [
    headOf(comparison, base),
    ...(rows.length === 0 ? [] : wrappedColumns([['what', 'where', 'theirs', 'ours'], ...rows], MAX_WIDTH)),
    ...notes.flatMap((note) => wordWrap(`note: ${note}`, MAX_WIDTH)),
    '',
  ]
  return withoutCommands(lines.join('\n'))
}

function toMarkdown(comparison: Comparison): string {
  const { base, differences, notes } = comparison
  const rows = differences.map(({ kind, where, theirs, ours }) => [kind, ...[where, theirs, ours].map(code)])
  return [
    `### ${headOf(comparison, code(base))}`,
    '',
    ...(rows.length === 0 ? [] : [...markdownTable(['What', 'Where', 'Theirs', 'Ours'], rows), '']),
    ...notes.map((note) => `- ${plain(note)}`),
    '',
  ].join('\n')
}

function toJunit({ base, differences, notes }: Comparison): string {
  const className = 'compare'
  const cases = differences.map(({ kind, where, theirs, ours }): JunitCase => {
    return { name: `${kind}: ${where}`, className, result: 'failure', message: `${theirs}; ours: ${ours}` }
  })
  if (cases.length === 0) cases.push({ name: 'no difference', className, result: 'pass' })
  for (const message of notes) cases.push({ name: 'note', className, result: 'skipped', message })
  return junitXml('gmx-sim compare', [{ name: base, cases }])
}
