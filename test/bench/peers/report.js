/** Topics as plain text: a row for each contender, and what it is to gmx-sim in brackets. */
import { textTable } from '../../../bench/table.js'

/**
 * @typedef {import('./topics/topic.js').Topic} Topic
 * @typedef {import('./topics/topic.js').Contender} Contender
 * @typedef {import('./topics/topic.js').Column} Column
 */

const NONE = '-'

/** @param {Topic} topic @param {readonly Contender[]} contenders */
export function textOf({ title, columns, notes }, contenders) {
  const lines = contenders.map((who) => [who.name, ...columns.map((column) => cellOf(column, who))])
  const table = textTable(['server', ...columns.map(({ name }) => name)], lines)
  return `${title}\n\n${table}\n${notes.map((note) => `${note}\n`).join('')}`
}

/** @param {Column} column @param {Contender} who */
function cellOf({ cells }, who) {
  const cell = cells.get(who)
  if (cell === undefined) return NONE
  if (cell.ratio === undefined || who.role === 'ours') return cell.text
  return `${cell.text} (${cell.ratio >= 10 ? cell.ratio.toFixed(0) : cell.ratio.toFixed(2)}x)`
}

/**
 * Every peer that is ahead somewhere, a sentence each.
 * @param {readonly Topic[]} topics
 */
export function leadsOf(topics) {
  const leads = []
  for (const { title, columns } of topics)
    for (const { name, better, cells } of columns)
      for (const [who, { text, ratio }] of cells) {
        if (who.role !== 'peer' || better === undefined || ratio === undefined) continue
        if (better === 'more' ? ratio >= 1 : ratio <= 1)
          leads.push(`${who.name} is ahead in "${name}" of "${title}": ${text}, ${ratio.toFixed(2)}x gmx-sim`)
      }
  return leads
}
