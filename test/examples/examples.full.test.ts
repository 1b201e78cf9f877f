/** The examples in JavaScript: each is a project of its own, and does what it is there to show. */
import { expect, test } from 'vitest'
import { ROOT } from '../support/cli.js'
import { installed } from '../support/installed.js'
import { PATIENCE_MS, PATIENT_VITEST } from '../support/patience.js'
import { createProject } from '../support/project.js'

// The example first-test is run by package/install.full.test.ts.
test.each([
  ['failover-client', 11],
  ['price-stream', 2],
])('%s: its tests pass', async (name, count) => {
  const project = createProject(`examples/${name}`)
  const { code, stdout, stderr } = await project.run(process.execPath, ['--test'])
  expect(code, stdout + stderr).toBe(0)
  expect(stdout).toMatch(new RegExp(`pass ${count}\n`))
})

test.skipIf(!installed('sdk'))(
  'vitest-sdk: the official SDK reads prices, a crash, and no empty list',
  async () => {
    const project = createProject('examples/vitest-sdk', {
      '@gmx-io/sdk': `${ROOT}/test/installs/sdk/node_modules/@gmx-io/sdk`,
    })
    const { code, stdout, stderr } = await project.bin('vitest', ['run', ...PATIENT_VITEST])
    expect(code, stdout + stderr).toBe(0)
    expect(stdout).toContain('5 passed')
  },
)

test.skipIf(!installed('jest'))('jest: matchers and fake timers', async () => {
  const packages = ['jest', '@jest/globals'].map((name) => [
    name,
    `${ROOT}/test/installs/jest/node_modules/${name}`,
  ])
  const project = createProject('examples/jest', Object.fromEntries(packages))
  const { code, stdout, stderr } = await project.bin('jest', [`--testTimeout=${PATIENCE_MS}`], {
    NODE_OPTIONS: '--experimental-vm-modules',
  })
  expect(code, stdout + stderr).toBe(0)
  expect(stderr).toContain('Tests:       3 passed')
})
