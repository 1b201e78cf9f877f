/** Rows of the kernel, as WebAssembly and as JavaScript, on every Node major that `test/installs/node-versions` installs. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { beforeAll, describe, expect, test } from 'vitest'
import { kernelFacts } from '../../../src/market/price/asset-model.js'
import { embeddedKernel } from '../../../tools/kernel/compile.js'
import { installed } from '../../support/installed.js'
import { catalogue } from '../../support/prices.js'

const ROWS = 50_000
const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const present = installed('node-versions')

describe.skipIf(!present)('the kernel gives the same bits as WebAssembly and as JavaScript', () => {
  let driver: string
  let facts: string
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kernel-'))
    driver = join(folder, 'driver.mjs')
    // The driver requires its dependencies.
    symlinkSync(pathOf('../../../node_modules'), join(folder, 'node_modules'), 'dir')
    facts = join(folder, 'facts.json')
    const assets = [...catalogue.assets.values()].map((asset) => [asset.name, kernelFacts('nodes', asset)])
    writeFileSync(facts, JSON.stringify(Object.fromEntries(assets)))
    const bundle = await rolldown({
      input: pathOf('../../support/kernel-driver.ts'),
      platform: 'node',
      plugins: [embeddedKernel],
    })
    await bundle.write({ file: driver, format: 'esm' })
    await bundle.close()
  })

  test.each(['node20', 'node22', 'node24', 'node26'])('on %s', (name) => {
    const node = pathOf(`../../installs/node-versions/node_modules/${name}/bin/node`)
    expect(execFileSync(node, [driver, facts, String(ROWS)]).toString()).toBe('{}')
  })
})
