/** The golden replies, byte for byte, from the built command line on every Node major that `test/installs/node-versions` installs. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type HostedCli, hostCli } from './support/cli.js'
import { GOLDEN_CASES, type GoldenCase } from './support/golden-cases.js'
import { installed } from './support/installed.js'

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const folder = pathOf('installs/node-versions')
const present = installed('node-versions')

const argumentsOf = ({ address, options }: GoldenCase): string[] => [
  'get',
  address,
  ...Object.entries(options).flatMap(([name, value]) => [
    `--${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`,
    value,
  ]),
]

describe.skipIf(!present).each(['node20', 'node22', 'node24', 'node26'])('%s', (name) => {
  const node = `${folder}/node_modules/${name}/bin/node`

  test('is the version that it is called', () => {
    expect(existsSync(node)).toBe(true)
    expect(execFileSync(node, ['--version']).toString()).toMatch(new RegExp(`^v${name.slice(4)}\\.`))
  })

  describe('gives the golden bytes', () => {
    let cli: HostedCli
    beforeAll(() => {
      cli = hostCli(node)
    })
    afterAll(() => cli.stop())

    test.each(GOLDEN_CASES)('of $name', async (golden) => {
      const { code, stdout } = await cli.run(argumentsOf(golden))
      expect(code).toBe(0)
      expect(stdout === readFileSync(pathOf(`golden/${golden.name}.json`), 'utf8')).toBe(true)
    })
  })
})
