/** The picture of an outage is that of a run. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { GENERATED } from '../tools/generate/files.js'
import { ROOT } from './support/cli.js'

const PICTURE = 'docs/images/primary-outage.svg'

test(`${PICTURE} is what npm run docs:figures writes`, async () => {
  await expect(await GENERATED[PICTURE]()).toMatchFileSnapshot(join(ROOT, PICTURE))
})
