/** Files derived from declarations, by their paths. `npm run generate` writes them. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { overlayJsonSchemaText, scenarioJsonSchemaText } from '../../src/scenario/json-schema.js'
import { addedNetworks } from './added-networks.js'
import { namesOfTables, withTables } from './doc-tables.js'
import { faultWords } from './fault-words.js'
import { llmsText } from './llms-text.js'
import { drawOutage } from './outage-picture.js'
import { drawPrices } from './price-picture.js'
import { ROOT, textOf } from './root.js'

const pages = ['README.md', ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`)]
const withOwnTables = pages.filter((file) => file.endsWith('.md') && namesOfTables(textOf(file)).length > 0)

export const GENERATED: Readonly<Record<string, () => string | Promise<string>>> = {
  // First and in a run of its own: all others read it.
  'fixtures/added-networks.json': addedNetworks,
  'fixtures/scenario.schema.json': scenarioJsonSchemaText,
  'fixtures/catalogue.schema.json': overlayJsonSchemaText,
  ...Object.fromEntries(withOwnTables.map((file) => [file, () => withTables(textOf(file))])),
  'llms.txt': llmsText,
  'test/scenario/fault-words.txt': faultWords,
}

/** Pictures in pages; `npm run docs:figures` writes them, as each takes some seconds. */
export const PICTURES: Readonly<Record<string, () => string | Promise<string>>> = {
  'docs/images/primary-outage.svg': drawOutage,
  'docs/price-model.svg': drawPrices,
}
