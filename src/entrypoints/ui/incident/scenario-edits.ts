/** Changes to the text of a scenario; its comments, and all that is not changed, stay. */
import { type Document, isMap, isSeq, parseDocument, YAMLMap, type YAMLSeq } from 'yaml'
import type { BaseState, ScenarioItem } from '../replies.js'

/** How long an address is broken by hand. */
const BREAKAGE_MS = 30_000

/** With a rule that decides before those of `text`, from `fromMs` after its load on. Replaces an earlier one of that id. */
export function withBreakage(
  text: string | null,
  id: string,
  { network, base }: Pick<BaseState, 'network' | 'base'>,
  fault: Readonly<Record<string, unknown>>,
  fromMs: number,
): string {
  const doc = parseDocument(text ?? `name: ${id}`)
  const rules = rulesWithout(doc, id)
  if (rules.items.length === 0) rules.flow = false
  const rule = new YAMLMap(doc.schema)
  rule.set('id', id)
  const seconds = (ms: number) => `${Math.floor(ms / 100) / 10}s`
  const when = {
    ...(fromMs > 0 && { after: seconds(fromMs) }),
    until: seconds(fromMs + BREAKAGE_MS),
  }
  for (const [key, value] of Object.entries({ match: { network, base }, when, fault }))
    rule.set(key, doc.createNode(value, { flow: true }))
  rules.items.unshift(rule)
  doc.set('rules', rules)
  return toText(doc)
}

/** Without the rule; null where that was all. */
export function withoutBreakage(text: string | null, id: string): string | null {
  const doc = parseDocument(text ?? '')
  const rules = rulesWithout(doc, id)
  if (rules.items.length === 0 && doc.get('events') === undefined && doc.get('prices') === undefined)
    return null
  doc.set('rules', rules)
  return toText(doc)
}

function rulesWithout(doc: Document, id: string): YAMLSeq {
  const found = doc.get('rules')
  const rules = isSeq(found) ? found : (doc.createNode([]) as YAMLSeq)
  rules.items = rules.items.filter((rule) => !isMap(rule) || rule.get('id') !== id)
  return rules
}

/** A text that an incident of the library was edited to, under a name of its own. */
export function withOwnName(text: string, library: readonly ScenarioItem[]): string {
  const doc = parseDocument(text)
  const origin = library.find(({ name }) => name === doc.get('name'))
  if (origin === undefined) return text
  doc.set('name', `${origin.name.replace(/-edited$/, '')}-edited`)
  if (`${doc.get('description')}`.trim() === origin.description) doc.delete('description')
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
    doc.setIn(path, doc.createNode({ ...rules[rule]?.when }, { flow: true }))
  }
  doc.setIn([...path, edge], time)
  return toText(doc)
}

const toText = (doc: Document): string => doc.toString({ lineWidth: 0 })
