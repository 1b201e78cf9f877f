/** A scenario cut to an incident of a given length. */
import { expect, test } from 'vitest'
import { loadCatalogue } from '../../src/market/catalogue/load.js'
import { endedAfter } from '../../src/scenario/active-spans.js'
import { checkScenarioValue } from '../../src/scenario/read/read.js'

const catalogue = loadCatalogue()

test.each([
  ['a rule without times ends with it', undefined, [{ until: 30_000 }]],
  ['a rule that ends before keeps its end', { after: '5s', until: '20s' }, [{ after: 5000, until: 20_000 }]],
  ['a rule that ends later is cut', { after: '5s', until: '40s' }, [{ after: 5000, until: 30_000 }]],
  ['a rule that begins just before is kept', { after: '29999ms' }, [{ after: 29_999, until: 30_000 }]],
  ['a rule that begins as it ends is left out', { after: '30s' }, []],
])('%s', (_name, when, left) => {
  const rule = { id: 'r', fault: { hang: true }, ...(when && { when }) }
  const scenario = checkScenarioValue({ description: 'an outage', rules: [rule] }, catalogue)
  const cut = endedAfter(scenario, 30_000)
  expect(cut).toEqual({ ...scenario, rules: left.map((times) => ({ ...scenario.rules?.[0], when: times })) })
})
