/** llms.txt is up to date. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './support/cli.js'
import { llmsText } from './support/llms-text.js'

test('llms.txt is what npm run generate writes', async () => {
  const text = llmsText()
  await expect(text).toMatchFileSnapshot(join(ROOT, 'llms.txt'))
  expect(text).not.toContain('undefined')
})

test('llms.txt: the scenario schema takes 80 lines at most', () => {
  const [, section] = /^## Scenario files.*\n([\s\S]*?)^## /m.exec(llmsText()) ?? []
  const lines = section.trim().split('\n')
  expect(lines.length).toBeGreaterThan(40)
  expect(lines.length).toBeLessThanOrEqual(80)
})
