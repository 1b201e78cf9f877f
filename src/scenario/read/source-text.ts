/** How a scenario was given, kept with it: so that a person can see, change and repeat what is under way. */
import { lazy } from '../../core/lazy.js'
import type { Scenario, ScenarioText } from '../schema.js'

const loadYaml = lazy(() => import('yaml'))

/** The same scenario, with the text that it was read from; `library` is its name where it is one of the library. */
export function writtenAs(text: string, scenario: Scenario, library?: string): Scenario {
  return { ...scenario, written: { text, ...(library !== undefined && { library }), says: saidIn(scenario) } }
}

/** The same for one that was given as a value. */
export function writtenAsValue(value: unknown, scenario: Scenario): Scenario {
  // Now, as whoever gave it may change it later on.
  const text = JSON.stringify(value, (_key, part: unknown) => (typeof part === 'function' ? CODE : part))
  return { ...scenario, written: { text, isValue: true, says: saidIn(scenario) } }
}

/** Stands for what no file can hold. */
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

/** Of values; worked out once, as it is asked for again and again. */
const texts = new WeakMap<ScenarioText, Promise<string>>()

/** The text of a scenario as a file would have it: as it was written, or YAML where it was given as a value. */
export async function sourceText(written: ScenarioText): Promise<string> {
  if (!written.isValue) return written.text
  const known = texts.get(written) ?? loadYaml().then(({ stringify }) => stringify(JSON.parse(written.text)))
  texts.set(written, known)
  return known
}
