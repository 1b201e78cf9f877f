/** Each example is a project of its own, and does what it is there to show. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startSimulator } from '../../src/entrypoints/index.js'
import { builtCli, ROOT, serveCli } from '../support/cli.js'
import { installed } from '../support/installed.js'
import { need, wish } from '../support/needs.js'
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

test('price-stream: prices over the stream, and over REST while it is silent', async () => {
  project = createProject('examples/price-stream')
  const { code, stdout, stderr } = await project.run(process.execPath, ['--test'])
  expect(code, stdout + stderr).toBe(0)
  expect(stdout).toMatch(/pass 2\n/)
})

test.skipIf(!installed('sdk'))(
  'vitest-sdk: the official SDK reads prices, a crash, and no empty list',
  async () => {
    project = createProject('examples/vitest-sdk', {
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
  project = createProject('examples/jest', Object.fromEntries(packages))
  const { code, stdout, stderr } = await project.bin('jest', [`--testTimeout=${PATIENCE_MS}`], {
    NODE_OPTIONS: '--experimental-vm-modules',
  })
  expect(code, stdout + stderr).toBe(0)
  expect(stderr).toContain('Tests:       3 passed')
})

describe('go', () => {
  const env = (project: Project) => ({ GOFLAGS: '-mod=mod', GOCACHE: `${project.path}/.cache` })

  test.skipIf(!hasGo())('each test has a session of its own', async () => {
    project = createProject('examples/go')
    const served = await serveCli()
    const { code, stdout, stderr } = await project.run('go', ['test', '-count=1', '-v', '.'], {
      GMX_SIM_URL: served.ready.url,
      ...env(project),
    })
    await served.stop()
    expect(code, stdout + stderr).toBe(0)
    expect(stdout.match(/^--- PASS/gm)).toHaveLength(4)
  })

  test.skipIf(!hasGo())(
    'a simulator that is not there is named, with the command that starts one',
    async () => {
      project = createProject('examples/go')
      const served = await serveCli()
      await served.stop()
      const { url } = served.ready
      const { code, stdout } = await project.run('go', ['test', '-count=1', '.'], {
        GMX_SIM_URL: url,
        ...env(project),
      })
      expect(code, stdout).toBe(1)
      expect(stdout).toContain(`no simulator at ${url.replace('http://', '')} (`)
      expect(stdout).toContain('start one with npx --no -- gmx-sim, or set GMX_SIM_URL')
    },
  )

  test.skipIf(!hasGo())('reads the event log', async () => {
    project = createProject('examples/go')
    expect(await readLog(project, 'go run ./events', env(project))).toMatch(RULE_LINE)
  })
})

/** Whether Go is at hand. Nothing but this one example needs it, so it is skipped where it is not, also in CI. */
function hasGo(): boolean {
  const isThere = spawnSync('go', ['version']).status === 0
  return wish(isThere, 'go is not installed', 'apt-get install golang-go')
}

const RULE_LINE = /^20\S+Z down 503 \/ping\n$/

/** Pipes the event log of a server into a program, and returns what it prints. */
async function readLog(project: Project, program: string, env: Record<string, string> = {}): Promise<string> {
  const down = 'rules: [{ id: down, match: { base: primary }, fault: { status: 503 } }]'
  writeFileSync(join(project.path, 'down.yaml'), down)
  const served = await serveCli(['--log-format', 'json', '--scenario', join(project.path, 'down.yaml')])
  for (const base of ['arbitrum', 'arbitrum-fallback'])
    await (await fetch(`${served.ready.url}/${base}/ping`)).text()
  writeFileSync(join(project.path, 'log'), (await served.stop()).stdout)
  const { code, stdout, stderr } = await project.run('sh', ['-c', `${program} < log`], env)
  expect([code, stderr]).toEqual([0, ''])
  return stdout
}

/** The first Python that has pytest: that of the system, if the usual one lacks it. */
const pythonWithPytest = ['python3', '/usr/bin/python3'].find(
  (python) => spawnSync(python, ['-m', 'pytest', '--version']).status === 0,
)

/** Two tests that fail, and one that passes. */
const FAILING = `
import urllib.error, urllib.request

def ask(sim):
    sim.load_scenario({"rules": [{"id": "down", "fault": {"status": 503}}]})
    try:
        urllib.request.urlopen(sim.base_url("botanix") + "/ping")
    except urllib.error.HTTPError as error:
        error.close()

def test_fails(sim):
    ask(sim)
    assert False

def test_fails_without_a_request(sim):
    assert False

def test_passes(sim):
    ask(sim)
`

/** gmx_sim.py without pytest. */
const UNITTEST = `
import pathlib, sys, threading, unittest
sys.modules["pytest"] = None
import gmx_sim, prices

class PricesTest(unittest.TestCase):
    def test_session(self):
        pathlib.Path("own.yaml").write_text("rules: [{ fault: { status: 503 } }]")
        with gmx_sim.session(clock={"mode": "real", "at": "2026-01-01T00:00:00Z"}) as sim:
            sim.clock.set(mode="frozen", at="2026-01-02T00:00:00Z")
            sim.clock.advance("1h")
            self.assertEqual(sim.clock.now(), "2026-01-02T01:00:00.000Z")
            sim.load_scenario(pathlib.Path("own.yaml"))
            prices.BASES = [sim.base_url("botanix")]
            asking = threading.Thread(target=lambda: self.assertRaises(SystemExit, prices.get, "/ping"))
            asking.start()
            sim.journal.wait_for(network="botanix", status=503, count=prices.ROUNDS, timeout="20s")
            asking.join()
            sim.load_scenario(None)
            self.assertEqual(prices.get("/ping"), {"ok": True})
            sim.journal.clear()
            self.assertEqual(sim.journal.count(), 0)
            with self.assertRaisesRegex(gmx_sim.ControlError, "0 of 1"):
                sim.journal.wait_for(timeout="1ms")
`

describe('python', () => {
  let project: Project
  const python = (env: Readonly<Record<string, string>>) =>
    project.run('python3', ['prices.py', 'ETH', 'BTC'], env)
  beforeAll(() => {
    project = createProject('examples/python')
    return () => project.remove()
  })

  describe.skipIf(
    !need(pythonWithPytest !== undefined, 'pytest is not installed', 'apt-get install python3-pytest'),
  )('pytest', () => {
    const pytest = (env: Readonly<Record<string, string>>, ...files: readonly string[]) =>
      project.run(pythonWithPytest ?? '', ['-m', 'pytest', '-p', 'no:cacheprovider', ...files], env)

    test('each test has its own session on a simulator started by the suite', async () => {
      const { code, stdout } = await pytest({ GMX_SIM_COMMAND: `${process.execPath} ${builtCli()}` })
      expect(code, stdout).toBe(0)
      expect(stdout).toContain('9 passed')
    })

    test('each test has its own session on a running simulator, which needs a token', async () => {
      await using sim = await startSimulator({ controlToken: 'only-for-tests' })
      const { code, stdout } = await pytest({
        GMX_SIM_URL: sim.url,
        GMX_SIM_CONTROL_TOKEN: 'only-for-tests',
      })
      expect(code, stdout).toBe(0)
      const headers = { authorization: 'Bearer only-for-tests' }
      const reply = await fetch(`${sim.url}/__sim/v1/sessions`, { headers })
      expect(await reply.json()).toEqual({ sessions: [] })
    })

    test('a failed test prints its journal, a passed one does not', async () => {
      writeFileSync(join(project.path, 'failing.py'), FAILING)
      const { code, stdout } = await pytest(
        { GMX_SIM_COMMAND: `${process.execPath} ${builtCli()}` },
        'failing.py',
      )
      expect(code, stdout).toBe(1)
      expect(stdout.match(/^-+ journal of gmx-sim -+$/gm)).toHaveLength(2)
      expect(stdout).toContain(
        '#1 2026-03-01T12:00:00.000Z botanix primary GET /ping -> 503 status (rule down)\n',
      )
      expect(stdout).toContain('\nnothing: no request reached this session\n')
    })
  })

  test('unittest: the same sessions without pytest', async () => {
    writeFileSync(join(project.path, 'test_own.py'), UNITTEST)
    const { code, stderr } = await project.run(
      'python3',
      ['-W', 'error', '-m', 'unittest', '-v', 'test_own'],
      {
        GMX_SIM_COMMAND: `${process.execPath} ${builtCli()}`,
      },
    )
    expect(code, stderr).toBe(0)
    expect(stderr).toContain('Ran 1 test')
  })

  test('a simulator that does not start is reported', async () => {
    const { code, stderr } = await project.run('python3', ['-c', 'import gmx_sim; gmx_sim.server_url()'], {
      GMX_SIM_COMMAND: 'false',
    })
    expect([code, stderr]).toEqual([1, expect.stringContaining('RuntimeError: false did not start')])
  })

  test('reads the event log', async () => {
    expect(await readLog(project, 'python3 events.py')).toMatch(RULE_LINE)
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
