/** Each example is a project of its own, and does what it is there to show. */
import { spawnSync } from 'node:child_process'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startSimulator } from '../../src/index.js'
import { builtCli, type Ended, ROOT, serveCli } from '../support/cli.js'
import { installed } from '../support/installed.js'
import { wish } from '../support/needs.js'
import { PATIENCE_MS, PATIENT_VITEST } from '../support/patience.js'
import { createProject, type Project } from '../support/project.js'

let project: Project | undefined
afterEach(() => {
  project?.remove()
  project = undefined
})

test('first-test: the fallback has prices', async () => {
  project = createProject('examples/first-test')
  const { code, stdout, stderr } = await project.bin('vitest', ['run', ...PATIENT_VITEST])
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
    const { code, stdout, stderr } = await project.bin('vitest', ['run', ...PATIENT_VITEST])
    expect(code, stdout + stderr).toBe(0)
    expect(stdout).toContain('5 passed')
  },
)

test.skipIf(!installed('jest'))('jest: matchers and fake timers', async () => {
  const packages = ['jest', '@jest/globals'].map((name) => [name, `${ROOT}/test/jest/node_modules/${name}`])
  project = createProject('examples/jest', Object.fromEntries(packages))
  const { code, stdout, stderr } = await project.bin('jest', [`--testTimeout=${PATIENCE_MS}`], {
    NODE_OPTIONS: '--experimental-vm-modules',
  })
  expect(code, stdout + stderr).toBe(0)
  expect(stderr).toContain('Tests:       2 passed')
})

describe('go', () => {
  test.skipIf(!hasGo())('each test has a session of its own', async () => {
    project = createProject('examples/go')
    const served = await serveCli()
    const { code, stdout, stderr } = await project.run('go', ['test', '-count=1', '-v', './...'], {
      GMX_SIM_URL: served.ready.url,
      GOFLAGS: '-mod=mod',
      GOCACHE: `${project.path}/.cache`,
    })
    await served.stop()
    expect(code, stdout + stderr).toBe(0)
    expect(stdout.match(/^--- PASS/gm)).toHaveLength(2)
  })
})

/** Whether Go is at hand. Nothing but this one example needs it, so it is skipped where it is not, also in CI. */
function hasGo(): boolean {
  const isThere = spawnSync('go', ['version']).status === 0
  return wish(isThere, 'go is not installed', 'apt-get install golang-go')
}

describe('python', () => {
  let python: (env: Readonly<Record<string, string>>) => Promise<Ended>
  let sessions: (env: Readonly<Record<string, string>>) => Promise<Ended>
  beforeAll(() => {
    const project = createProject('examples/python')
    python = (env) => project.run('python3', ['prices.py', 'ETH', 'BTC'], env)
    sessions = (env) => project.run('python3', ['-W', 'error', '-m', 'unittest', '-v'], env)
    return () => project.remove()
  })

  test('each test has its own session on a simulator started by the suite', async () => {
    const { code, stderr } = await sessions({ GMX_SIM_COMMAND: `${process.execPath} ${builtCli()}` })
    expect(code, stderr).toBe(0)
    expect(stderr).toContain('Ran 4 tests')
  })

  test('each test has its own session on a running simulator', async () => {
    await using sim = await startSimulator()
    const { code, stderr } = await sessions({ GMX_SIM_URL: sim.url })
    expect(code, stderr).toBe(0)
    const reply = await fetch(`${sim.url}/__sim/v1/sessions`)
    expect(await reply.json()).toEqual({ sessions: [] })
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
