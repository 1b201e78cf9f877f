/** Source text of scenarios, kept to show, edit and reproduce them. */
import { untilDone } from '../../kit/lazy.js'
import { memoised } from '../../kit/maps.js'
import type { ScenarioText } from '../schema.js'
import { loadYaml } from './yaml.js'

/** Placeholder for functions. */
export const CODE = '(code of a program)'

const reading = memoised(({ text, isValue }: ScenarioText) =>
  untilDone(async () => (isValue ? (await loadYaml()).stringify(JSON.parse(text)) : text)),
)

/** The text of a scenario: as written, or YAML for a value. */
export const sourceText = (written: ScenarioText): Promise<string> => reading(written)()
