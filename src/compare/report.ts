/** A comparison as a table for a person, or for programs. */
import { columns } from '../core/columns.js'
import { escapeMarkup as escaped } from '../drawing/markup.js'
import type { Comparison } from './difference.js'

export const FORMATS = ['text', 'json', 'junit', 'markdown'] as const
export type Format = (typeof FORMATS)[number]

export function reportOf(found: Comparison, format: Format): string {
  const comparison = cleaned(found)
  switch (format) {
    case 'json':
      return `${JSON.stringify(comparison, null, 2)}\n`
    case 'junit':
      return toJunit(comparison)
    case 'markdown':
      return toMarkdown(comparison)
    case 'text':
      return toText(comparison)
  }
}

const MOST_CHARACTERS = 200

/** What a source says may hold signs that steer a terminal, or have no end. */
function cleaned(comparison: Comparison): Comparison {
  const clean = (text: string) => text.slice(0, MOST_CHARACTERS).replace(/[\p{Cc}\p{Cf}]/gu, '?')
  return {
    ...comparison,
    base: clean(comparison.base),
    notes: comparison.notes.map(clean),
    differences: comparison.differences.map(({ kind, where, theirs, ours }) => ({
      kind,
      where: clean(where),
      theirs: clean(theirs),
      ours: clean(ours),
    })),
  }
}

function headOf({ base, network, dialect, differences, asked }: Comparison): string {
  const count =
    differences.length === 0
      ? 'no difference'
      : differences.length === 1
        ? '1 difference'
        : `${differences.length} differences`
  return `${base} as ${network}, ${dialect} dialect, ${asked} questions: ${count}`
}

function toText(comparison: Comparison): string {
  const { differences, notes } = comparison
  const rows = differences.map(({ kind, where, theirs, ours }) => [kind, where, theirs, ours])
  return [
    headOf(comparison),
    ...(rows.length === 0 ? [] : columns([['what', 'where', 'theirs', 'ours'], ...rows])),
    ...notes.map((note) => `note: ${note}`),
    '',
  ].join('\n')
}

function toMarkdown(comparison: Comparison): string {
  const { differences, notes } = comparison
  const cell = (text: string) => text.replace(/[|\\`<]/g, '\\$&')
  const rows = differences.map(
    ({ kind, where, theirs, ours }) => `| ${[kind, where, theirs, ours].map(cell).join(' | ')} |`,
  )
  return [
    `### ${cell(headOf(comparison))}`,
    '',
    ...(rows.length === 0 ? [] : ['| What | Where | Theirs | Ours |', '|---|---|---|---|', ...rows, '']),
    ...notes.map((note) => `- ${cell(note)}`),
    '',
  ].join('\n')
}

/** A case for each difference, or one that passed. */
function toJunit(comparison: Comparison): string {
  const { differences } = comparison
  const cases = differences.map(
    ({ kind, where, theirs, ours }) =>
      `    <testcase name="${escaped(`${kind}: ${where}`)}" classname="compare"><failure message="${escaped(`${theirs}; ours: ${ours}`)}"/></testcase>`,
  )
  if (cases.length === 0) cases.push('    <testcase name="no difference" classname="compare"/>')
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="gmx-sim compare" tests="${cases.length}" failures="${differences.length}">`,
    `  <testsuite name="${escaped(comparison.base)}" tests="${cases.length}" failures="${differences.length}">`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}
