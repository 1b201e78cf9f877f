/** The picture of README.md is that of a real run. `npm run docs` draws it again. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './support/cli.js'
import { drawOutage } from './support/outage-picture.js'

test('docs/images/primary-outage.svg is what npm run docs draws', async () => {
  await expect(await drawOutage()).toMatchFileSnapshot(join(ROOT, 'docs/images/primary-outage.svg'))
})
