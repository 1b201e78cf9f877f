/** One event of a scenario, by its words: what is wrong with it, and how it is explained. */
import { explainScenario } from '../../src/scenario/explain.js'
import { readScenario } from '../../src/scenario/read/read.js'
import { catalogue } from './prices.js'
import { event, problemsOf } from './problems.js'

export const problemsIn = (words: string): Promise<string[]> => problemsOf(event(words))

export const explainOf = async (words: string): Promise<string[]> =>
  explainScenario(await readScenario(event(words), 'file', catalogue), 'file').split('\n')
