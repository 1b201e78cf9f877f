/** Source text of scenarios, kept to show, edit and reproduce them. */
import { memoised } from '../../kit/maps.js'
import type { ScenarioText } from '../schema.js'

/** Placeholder for functions. */
export const CODE = '(code of a program)'

/** The text of a scenario: as written, or YAML for a value. */
export const sourceText = memoised(
  async ({ text, isValue }: ScenarioText): Promise<string> =>
    isValue ? (await import('yaml')).stringify(JSON.parse(text)) : text,
)
