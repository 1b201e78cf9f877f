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

const ENDED = `
test.skip('skipped', () => {})
test('ends its session', async () => {
  await sim.stop()
  expect(1).toBe(2)
})
test('has one of its own', async () => {
  expect((await sim.fetch('/arbitrum/ping')).status).toBe(200)
  const { sessions } = await (await fetch(simulator.url + '/__sim/v1/sessions')).json()
  expect(sessions).toHaveLength(1)
})`

const UNREADABLE = `/**
 * @jest-environment-options {"simOptions": {"scenario": "no-such-scenario"}}
 */
test('one', () => {})
test('another', () => {})`

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

  test('skipped tests have no session; one that is ended, or cannot be made, fails its test alone', async () => {
    const project = jestProject()
    writeFileSync(join(project.path, 'ended.test.js'), ENDED)
    writeFileSync(join(project.path, 'unreadable.test.js'), UNREADABLE)
    const ended = await project.bin('jest', ['--no-cache', 'ended'])
    expect(ended.stderr).toContain('Tests:       1 failed, 1 skipped, 1 passed, 3 total')
    expect(ended.stderr).toMatch(/Expected: 2.*the journal of ends-its-session:\n.* has ended/s)
    const unreadable = await project.bin('jest', ['--no-cache', 'unreadable'])
    expect(unreadable.stderr).toContain('Tests:       2 failed, 2 total')
    expect(unreadable.stderr).toContain('no such scenario')
  })
})
