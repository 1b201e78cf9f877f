/** Each example is a project of its own, and does what it is there to show. */
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startSimulator } from '../../src/index.js'
import { type Ended, ROOT } from '../support/cli.js'
import { installed } from '../support/installed.js'
import { createProject, type Project } from '../support/project.js'

let project: Project | undefined
afterEach(() => {
  project?.remove()
  project = undefined
})

test('first-test: the fallback has prices', async () => {
  project = createProject('examples/first-test')
  const { code, stdout, stderr } = await project.bin('vitest', ['run'])
  expect(code, stdout + stderr).toBe(0)
  expect(stdout).toContain('1 passed')
})

test('failover-client: backs off, fails over and back, and believes not everything', async () => {
  project = createProject('examples/failover-client')
  const { code, stdout, stderr } = await project.run(process.execPath, ['--test'])
  expect(code, stdout + stderr).toBe(0)
  expect(stdout).toMatch(/pass 11\n/)
})

test.skipIf(!installed('sdk'))(
  'vitest-sdk: the official SDK reads prices, a crash, and no empty list',
  async () => {
    project = createProject('examples/vitest-sdk', {
      '@gmx-io/sdk': `${ROOT}/test/sdk/node_modules/@gmx-io/sdk`,
    })
    const { code, stdout, stderr } = await project.bin('vitest', ['run'])
    expect(code, stdout + stderr).toBe(0)
    expect(stdout).toContain('5 passed')
  },
)

test.skipIf(!installed('jest'))('jest: matchers and fake timers', async () => {
  const packages = ['jest', '@jest/globals'].map((name) => [name, `${ROOT}/test/jest/node_modules/${name}`])
  project = createProject('examples/jest', Object.fromEntries(packages))
  const { code, stdout, stderr } = await project.bin('jest', [], {
    NODE_OPTIONS: '--experimental-vm-modules',
  })
  expect(code, stdout + stderr).toBe(0)
  expect(stderr).toContain('Tests:       2 passed')
})

describe('python', () => {
  let python: (env: Readonly<Record<string, string>>) => Promise<Ended>
  beforeAll(() => {
    const project = createProject('examples/python')
    python = (env) => project.run('python3', ['prices.py', 'ETH', 'BTC'], env)
    return () => project.remove()
  })

  test('prints the prices that the candles close on', async () => {
    await using sim = await startSimulator({ cache: 'off' })
    const { code, stdout, stderr } = await python(sim.env)
    expect([code, stderr]).toEqual([0, ''])
    for (const tokenSymbol of ['ETH', 'BTC']) {
      const { candles } = await sim.ask('arbitrum', 'candles', { tokenSymbol, period: '1m', limit: 1 })
      expect(stdout).toContain(`${tokenSymbol} ${candles[0][4]}\n`)
    }
  })

  test.each([
    ['resets connections', { reset: 'before' as const }],
    ['closes them without a byte', { close: true as const }],
    ['answers 503', { status: 503 }],
    ['breaks off its replies', { truncate: 0.5 }],
    ['sends a web page', { malformed: 'html' as const }],
  ])('asks the fallback when the primary %s', async (_name, fault) => {
    await using sim = await startSimulator({ scenario: { rules: [{ match: { base: 'primary' }, fault }] } })
    const { code, stdout, stderr } = await python(sim.env)
    expect(code, stderr).toBe(0)
    expect(stdout).toMatch(/^BTC \d|^ETH \d/m)
    expect(sim.journal.count({ base: 'fallback', status: 200 })).toBe(2)
  })
})
