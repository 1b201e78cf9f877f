/** Source text of scenarios, kept to show, edit and reproduce them. */
import type { Scenario, ScenarioText } from '../schema.js'

const loadYaml = () => import('yaml')

/** Attaches the source text to a scenario; `library` is its name if it is a library scenario. */
export function writtenAs(text: string, scenario: Scenario, library?: string): Scenario {
  return { ...scenario, written: { text, ...(library !== undefined && { library }), says: saidIn(scenario) } }
}

/** The same for a scenario given as a value. */
export function writtenAsValue(value: unknown, scenario: Scenario): Scenario {
  // Serialised now, as the caller may change the value later.
  const text = JSON.stringify(value, (_key, part: unknown) => (typeof part === 'function' ? CODE : part))
  return { ...scenario, written: { text, isValue: true, says: saidIn(scenario) } }
}

/** Placeholder for functions. */
export const CODE = '(code of a program)'

function saidIn({ seed, clock = {}, dialect }: Scenario): ScenarioText['says'] {
  const { at, ...pace } = clock
  return [
    ...(seed === undefined ? [] : (['seed'] as const)),
    ...(Object.keys(pace).length === 0 ? [] : (['clock'] as const)),
    ...(at === undefined ? [] : (['at'] as const)),
    ...(dialect === undefined ? [] : (['dialect'] as const)),
  ]
}

/** Memo of YAML for values. */
const texts = new WeakMap<ScenarioText, Promise<string>>()

/** The text of a scenario: as written, or YAML for a value. */
export async function sourceText(written: ScenarioText): Promise<string> {
  if (!written.isValue) return written.text
  const known = texts.get(written) ?? loadYaml().then(({ stringify }) => stringify(JSON.parse(written.text)))
  texts.set(written, known)
  return known
}
