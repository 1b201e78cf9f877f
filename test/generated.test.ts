/** Derived files are up to date. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { GENERATED } from '../tools/generate/files.js'
import { ROOT } from './support/cli.js'

test.each(Object.entries(GENERATED))('%s is what npm run generate writes', async (file, generate) => {
  await expect(await generate()).toMatchFileSnapshot(join(ROOT, file))
})

test('llms.txt: the scenario schema takes 80 lines at most', async () => {
  const text = await GENERATED['llms.txt']()
  expect(text).not.toContain('undefined')
  const [, section] = /^## Scenario files.*\n([\s\S]*?)^## /m.exec(text) ?? []
  const lines = section.trim().split('\n')
  expect(lines.length).toBeGreaterThan(40)
  expect(lines.length).toBeLessThanOrEqual(80)
})
