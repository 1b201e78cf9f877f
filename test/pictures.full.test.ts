/** Pictures in pages are up to date. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PICTURES } from '../tools/generate/files.js'
import { ROOT } from './support/cli.js'

test.each(Object.entries(PICTURES))('%s is what npm run docs:figures writes', async (file, draw) => {
  await expect(await draw()).toMatchFileSnapshot(join(ROOT, file))
})
