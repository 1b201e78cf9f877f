/** The packed tarball under Jest with TypeScript as CommonJS. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { installed } from '../support/installed.js'
import { PATIENCE_MS } from '../support/patience.js'
import { nodeOf, packageOf, projectOf } from './copied.js'

const PACKAGES = ['jest', '@jest/globals', 'expect', 'ts-jest', 'typescript']
const jestProject = () =>
  projectOf('examples/jest-typescript', 'jest', Object.fromEntries(PACKAGES.map((name) => [name, name])))

const FAILING = `/**
 * @jest-environment-options {"simulatorOptions": {"seed": "42"}, "simOptions": {"seed": "7"}}
 */
test('asks the primary', async () => {
  await sim.fetch('/arbitrum/ping')
  expect(sim.price('ETH')).not.toBe(simulator.price('ETH'))
  expect(1).toBe(2)
})`

/** `exports` is not read where types are resolved as by Node 10. */
const TYPED = `import { expect, test } from '@jest/globals'
import type { simulate } from 'gmx-sim/node-test'

test('types are found', () => {
  const start: typeof simulate | undefined = undefined
  // @ts-expect-error: a matcher that is none
  expect(() => expect(start).toHaveReceivedNothing()).toThrow('not a function')
})
`

describe.skipIf(!installed('jest') || !installed('node-versions'))('Jest', () => {
  test('the example passes on Node 24, with types', async () => {
    const project = jestProject()
    writeFileSync(join(project.path, 'typed.test.ts'), TYPED)
    const args = [packageOf('jest', 'jest/bin/jest.js'), '--no-cache', `--testTimeout=${PATIENCE_MS}`]
    const { code, stderr } = await project.run(nodeOf(24), args)
    expect(code, stderr).toBe(0)
    expect(stderr).toContain('Tests:       3 passed')
  })

  test('a failed test shows its journal; options are those of vitest', async () => {
    const project = jestProject()
    writeFileSync(join(project.path, 'failing.test.js'), FAILING)
    const { code, stderr } = await project.bin('jest', ['--no-cache', 'failing'])
    expect(code, stderr).toBe(1)
    expect(stderr).toMatch(
      /Expected: 2.*the journal of asks-the-primary:\n +#1 \S+ arbitrum primary GET \/ping → 200 ok\n/s,
    )
  })
})
