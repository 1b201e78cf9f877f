/** Changes to the text of a scenario; its comments, and all that is not changed, stay. */
import { type Document, isMap, isSeq, parseDocument, YAMLMap } from 'yaml'
import type { BaseState, ScenarioItem } from '../replies.js'

/** The rule decides before those of `text`, whose name and description no longer hold. Replaces the rules named in `ended`, and one of its own name. */
export function withBreakage(
  text: string | null,
  { network, base }: Pick<BaseState, 'network' | 'base'>,
  fault: Readonly<Record<string, unknown>>,
  lasts: string,
  ended: readonly string[] = [],
): string {
  const doc = parseDocument(text ?? `name: ${network}-${base}`)
  if (text !== null) markEdited(doc)
  const id = `break-${network}-${base}`
  const found = doc.get('rules')
  const rules = isSeq(found) ? found : doc.createNode([])
  rules.items = rules.items.filter((rule) => !isMap(rule) || ![id, ...ended].includes(String(rule.get('id'))))
  if (rules.items.length === 0) rules.flow = false
  const rule = new YAMLMap(doc.schema)
  rule.set('id', id)
  for (const [key, value] of Object.entries({ match: { network, base }, when: { until: lasts }, fault }))
    rule.set(key, doc.createNode(value, { flow: true }))
  rules.items.unshift(rule)
  doc.set('rules', rules)
  return toText(doc)
}

/** A text that an incident of the library was edited to, under a name of its own. */
export function withOwnName(text: string, library: readonly ScenarioItem[]): string {
  const doc = parseDocument(text)
  const origin = library.find(({ name }) => name === doc.get('name'))
  if (origin === undefined) return text
  markEdited(doc, origin.description)
  return toText(doc)
}

/** The keys of a rule's `when` that begin and end it. */
export type Edge = 'after' | 'until'

/** The window of a rule begins or ends at another time since the load of the scenario, such as `12.5s`. */
export function withEdge(text: string, rule: number, edge: Edge, time: string): string {
  const doc = parseDocument(text, { merge: true })
  const path = ['rules', rule, 'when']
  // A window of an alias or a merge key is that of other rules, too.
  if (!isMap(doc.getIn(path))) {
    const { rules } = doc.toJS() as { readonly rules: readonly { readonly when?: object }[] }
    doc.setIn(path, doc.createNode({ ...rules[rule].when }, { flow: true }))
  }
  doc.setIn([...path, edge], time)
  return toText(doc)
}

/** Without its description, if that is the one given; any by default. */
function markEdited(doc: Document, description?: string): void {
  const name = doc.get('name')
  if (typeof name === 'string') doc.set('name', `${name.replace(/-edited$/, '')}-edited`)
  if (description === undefined || `${doc.get('description')}`.trim() === description)
    doc.delete('description')
}

const toText = (doc: Document): string => doc.toString({ lineWidth: 0 })
