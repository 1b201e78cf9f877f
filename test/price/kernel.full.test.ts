/** A million rows of the kernel, as WebAssembly and as JavaScript, on every Node major that `test/node-versions` installs. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { beforeAll, describe, expect, test } from 'vitest'
import { embeddedKernel } from '../../tools/kernel/compile.js'
import { installed } from '../support/installed.js'
import { temporaryFolder } from '../support/temporary.js'

const ROWS = 1_000_000
const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const present = installed('node-versions')

describe.skipIf(!present)('the kernel gives the same bits as JavaScript', () => {
  let driver: string
  beforeAll(async () => {
    const bundle = await rolldown({
      input: pathOf('../support/kernel-driver.ts'),
      platform: 'node',
      plugins: [embeddedKernel],
      resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    })
    driver = `${temporaryFolder()}/driver.js`
    await bundle.write({ file: driver, format: 'esm', codeSplitting: false })
    await bundle.close()
  })

  test.each(['node20', 'node22', 'node24', 'node26'])('on %s', (name) => {
    const node = pathOf(`../node-versions/node_modules/${name}/bin/node`)
    expect(execFileSync(node, [driver, String(ROWS)]).toString()).toBe('{}')
  })
})
