/** Replies of explain_scenario have the declared shape. Replies of the other tools: mcp.full.test.ts. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { explained } from '../../../src/entrypoints/mcp/command-replies.js'
import { loadCatalogue } from '../../../src/market/catalogue/load.js'
import { scenarioJson } from '../../../src/scenario/explain-json.js'
import { libraryFile, libraryNames } from '../../../src/scenario/read/library.js'
import { readScenario } from '../../../src/scenario/read/read.js'

test.each(libraryNames())('%s', async (name) => {
  const text = readFileSync(libraryFile(name) ?? '', 'utf8')
  const data = scenarioJson(await readScenario(text, 'file', loadCatalogue()), name)
  expect(explained.parse(data)).toEqual(data)
})
