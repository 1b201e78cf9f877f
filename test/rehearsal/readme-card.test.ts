/** The drill as the documents describe it, and the example client. */
import { expect, test } from 'vitest'
import { DRILL } from '../../src/rehearsal/drill.js'
import { textOf } from '../support/documents.js'

test.each(['README.md', 'docs/rehearsal.md'])('%s: the length of the drill', (file) => {
  const counts = [...textOf(file).matchAll(/(\d+) incidents/g)].map(([, count]) => Number(count))
  expect([...new Set(counts)]).toEqual([DRILL.length])
})
