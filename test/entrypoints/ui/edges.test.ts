/** The text of a scenario after an edge of a rule was moved. */
import { expect, test } from 'vitest'
import { withEdge } from '../../../src/entrypoints/ui/incident/scenario-edits.js'

test.each([
  ['its own window', '{ when: { after: 1s }, fault: *f }', '{ when: { after: 1s, until: 9s }, fault: *f }'],
  ['no window', '{ fault: *f }', '{ fault: *f, when: { until: 9s } }'],
  ['a window of an alias', '{ when: *w, fault: *f }', '{ when: { after: 3s, until: 9s }, fault: *f }'],
  ['a window by a merge key', '{ <<: *r }', '{ <<: *r, when: { after: 3s, until: 9s } }'],
])('%s: the others stay', (_name, rule, moved) => {
  const anchors = 'x-r: &r { when: &w { after: 3s, until: 5s }, fault: &f { hang: true } }\nrules:\n'
  expect(withEdge(`${anchors}  - ${rule}\n`, 0, 'until', '9s')).toBe(`${anchors}  - ${moved}\n`)
})
