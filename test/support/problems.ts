/** Problems of scenario texts, and short ways to write them. */
import { loadCatalogue } from '../../src/market/catalogue/load.js'
import { ScenarioError } from '../../src/scenario/read/problems.js'
import { readScenario } from '../../src/scenario/read/read.js'

const catalogue = loadCatalogue()

/** All problems of a text, as `line:column message`. */
export async function problemsOf(text: string): Promise<string[]> {
  const error = await readScenario(text, 'file.yaml', catalogue).catch((error: unknown) => error)
  if (!(error instanceof ScenarioError)) throw new Error(`no ScenarioError but ${JSON.stringify(error)}`)
  return error.problems.map(({ line, column, message }) => `${line}:${column} ${message}`)
}

/** One rule, which begins at 2:5. */
export const rule = (text: string) => `rules:\n  - ${text}`
export const fault = (text: string) => rule(`fault: ${text}`)
export const when = (text: string) => rule(`{ fault: { hang: true }, when: { ${text} } }`)
export const match = (text: string) => rule(`{ fault: { hang: true }, match: { ${text} } }`)
export const event = (text: string) => `events:\n  - { ${text} }`

export const DURATION_HINT = 'write a number and its unit, such as 250ms, 10s, 5m, 2h or 1d'
