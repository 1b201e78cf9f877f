/** The examples in Go and Python. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startSimulator } from '../../src/entrypoints/index.js'
import { builtCli, serveCli } from '../support/cli.js'
import { need, wish } from '../support/needs.js'
import { createProject, type Project } from '../support/project.js'
import { GOCACHE, has, pythonWith } from './programs.js'

/** Pipes the event log of a server into a program, which prints the request that a rule acted on. */
async function expectLogRead(project: Project, program: string, env = {}): Promise<void> {
  const down = 'rules: [{ id: down, match: { base: primary }, fault: { status: 503 } }]'
  writeFileSync(join(project.path, 'down.yaml'), down)
  const served = await serveCli(['--log-format', 'json', '--scenario', join(project.path, 'down.yaml')])
  for (const base of ['arbitrum', 'arbitrum-fallback'])
    await (await fetch(`${served.ready.url}/${base}/ping`)).text()
  writeFileSync(join(project.path, 'log'), (await served.stop()).stdout)
  const { code, stdout, stderr } = await project.run('sh', ['-c', `${program} < log`], env)
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^20\S+Z down 503 \/ping\n$/)
}

// Skipped without Go, in CI, too: one example alone needs it.
describe.skipIf(!wish(has('go', 'version'), 'go is not installed', 'apt-get install golang-go'))('go', () => {
  const project = createProject('examples/go')
  const env = { GOFLAGS: '-mod=mod', GOCACHE }

  test('each test has a session of its own, on a simulator that must be there', async () => {
    const served = await serveCli()
    const { url } = served.ready
    const goTest = () => project.run('go', ['test', '-count=1', '-v', '.'], { GMX_SIM_URL: url, ...env })
    const { code, stdout, stderr } = await goTest()
    await served.stop()
    expect(code, stdout + stderr).toBe(0)
    expect(stdout.match(/^--- PASS/gm)).toHaveLength(4)
    const failed = await goTest()
    expect(failed.code, failed.stdout).toBe(1)
    expect(failed.stdout).toContain(`no simulator at ${url.replace('http://', '')} (`)
    expect(failed.stdout).toContain('start one with npx --no -- gmx-sim, or set GMX_SIM_URL')
  })

  test('reads the event log', () => expectLogRead(project, 'go run ./events', env))
})

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
const WITHOUT_PYTEST = `
import pathlib, sys, threading
sys.modules["pytest"] = None
import gmx_sim, prices

pathlib.Path("own.yaml").write_text("rules: [{ fault: { status: 503 } }]")
with gmx_sim.session(clock={"mode": "real", "at": "2026-01-01T00:00:00Z"}) as sim:
    sim.clock.set(mode="frozen", at="2026-01-02T00:00:00Z")
    sim.clock.advance("1h")
    print(sim.clock.now())
    sim.load_scenario(pathlib.Path("own.yaml"))
    prices.BASES = [sim.base_url("botanix")]
    asking = threading.Thread(target=prices.get, args=["/ping"])
    asking.start()
    sim.journal.wait_for(network="botanix", status=503, count=prices.ROUNDS, timeout="20s")
    asking.join()
    sim.load_scenario(None)
    print(prices.get("/ping"))
    sim.journal.clear()
    try:
        sim.journal.wait_for(timeout="1ms")
    except gmx_sim.ControlError as error:
        print("0 of 1" in str(error))
`

describe('python', () => {
  const pytest = pythonWith('pytest')
  const hasPytest = need(pytest !== undefined, 'pytest is not installed', 'apt-get install python3-pytest')
  const project = createProject('examples/python')
  const GMX_SIM_COMMAND = `${process.execPath} ${builtCli()}`
  const runPytest = (env: Readonly<Record<string, string>>, ...files: readonly string[]) =>
    project.run(pytest ?? '', ['-m', 'pytest', '-p', 'no:cacheprovider', ...files], env)

  test.skipIf(!hasPytest)(
    'each test has a session on a simulator started by the suite, and prints its journal if it fails',
    async () => {
      writeFileSync(join(project.path, 'failing.py'), FAILING)
      const { code, stdout } = await runPytest({ GMX_SIM_COMMAND }, 'test_prices.py', 'failing.py')
      expect(code, stdout).toBe(1)
      expect(stdout).toContain('2 failed, 10 passed')
      expect(stdout.match(/^-+ journal of gmx-sim -+$/gm)).toHaveLength(2)
      expect(stdout).toContain(
        '#1 2026-03-01T12:00:00.000Z botanix primary GET /ping -> 503 status (rule down)\n',
      )
      expect(stdout).toContain('\nnothing: no request reached this session\n')
    },
  )

  test.skipIf(!hasPytest)('a running simulator may need a token, and keeps no session', async () => {
    const controlToken = 'only-for-tests'
    await using sim = await startSimulator({ controlToken })
    const env = { GMX_SIM_URL: sim.url, GMX_SIM_CONTROL_TOKEN: controlToken }
    const { code, stdout } = await runPytest(env, 'test_prices.py')
    expect(code, stdout).toBe(0)
    const headers = { authorization: `Bearer ${controlToken}` }
    const reply = await fetch(`${sim.url}/__sim/v1/sessions`, { headers })
    expect(await reply.json()).toEqual({ sessions: [] })
  })

  test('a session without pytest', async () => {
    const ended = await project.run('python3', ['-W', 'error', '-c', WITHOUT_PYTEST], { GMX_SIM_COMMAND })
    expect(ended.stdout, ended.stderr).toBe("2026-01-02T01:00:00.000Z\n{'ok': True}\nTrue\n")
  })

  test('reads the event log', () => expectLogRead(project, 'python3 events.py'))

  test.each([
    ['does not start', 'server_url()', { GMX_SIM_COMMAND: 'false' }, 'RuntimeError: false did not start'],
    [
      'does not answer',
      'session().__enter__()',
      { GMX_SIM_URL: 'http://127.0.0.1:1' },
      'ControlError: no simulator answers POST http://127.0.0.1:1/__sim/v1/sessions: ',
    ],
  ])('a simulator that %s is reported', async (_name, call, env, words) => {
    const { code, stderr } = await project.run('python3', ['-c', `import gmx_sim; gmx_sim.${call}`], env)
    expect([code, stderr]).toEqual([1, expect.stringContaining(words)])
  })

  test.each([
    ['answers', undefined],
    ['breaks off its replies', { truncate: 0.5 }],
  ])('prints the prices that the candles close on when the primary %s', async (_name, fault) => {
    const rules = fault === undefined ? [] : [{ match: { base: 'primary' as const }, fault }]
    await using sim = await startSimulator({ cache: 'off', scenario: { rules } })
    const { code, stdout, stderr } = await project.run('python3', ['prices.py', 'ETH', 'BTC'], sim.env)
    expect(code, stderr).toBe(0)
    expect(sim.journal.count({ base: fault ? 'fallback' : 'primary', status: 200 })).toBe(2)
    await sim.loadScenario(undefined)
    for (const tokenSymbol of ['ETH', 'BTC']) {
      const search = { tokenSymbol, period: '1m', limit: 1 } as const
      const { candles } = await sim.ask('arbitrum', 'candles', search)
      expect(stdout).toContain(`${tokenSymbol} ${candles[0][4]}\n`)
    }
  })
})
