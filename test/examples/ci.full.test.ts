/** action.yml and examples/ci: their shell steps are run, as their engines are not there. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type Ended, ROOT } from '../support/cli.js'
import { installed } from '../support/installed.js'
import { need } from '../support/needs.js'
import { createProject, type Project } from '../support/project.js'

const textOf = (name: string) => readFileSync(join(ROOT, 'examples/ci', name), 'utf8')
const ACTION = readFileSync(join(ROOT, 'action.yml'), 'utf8')
const require = createRequire(join(ROOT, 'test/installs/schemas/package.json'))

describe.skipIf(!installed('schemas'))('the published schemas', () => {
  test('the workflow and the action are valid', async () => {
    const { validateAction, validateWorkflow } = await import(require.resolve('@action-validator/core'))
    expect(validateWorkflow(textOf('github-workflow.yml')).errors).toEqual([])
    expect(validateWorkflow('on: push\njobs: {}').errors).not.toEqual([])
    expect(validateAction(ACTION).errors).toEqual([])
    expect(validateAction('name: a\nruns: {}').errors).not.toEqual([])
  })
})

test('actions of others are pinned by SHA', () => {
  const actions = [...(textOf('github-workflow.yml') + ACTION).matchAll(/uses: (?!\.\/)(\S+)/g)]
  expect(actions.length).toBeGreaterThan(3)
  for (const [, action] of actions) expect(action).toMatch(/@[0-9a-f]{40}$/)
})

const CLIENT = `
const bases = [process.env.PRICE_API, process.env.GMX_SIM_ARBITRUM_FALLBACK_URL]
for (;;) {
  for (const base of bases) {
    const reply = await fetch(base + '/prices/tickers').catch(() => undefined)
    if (reply?.ok) break
    if (process.env.QUITS) process.exit(1)
  }
  await new Promise((resolve) => setTimeout(resolve, 500))
}
`
const SHORT = `
name: short
rules:
  - { id: down, match: { base: primary }, when: { until: 2s }, fault: { status: 503 } }
`
const UNEXERCISED = `
rules: [{ match: { endpoint: candles }, when: { until: 2s }, fault: { status: 503 } }]
`
const FILES = { 'client.mjs': CLIENT, 'short.yaml': SHORT, 'unexercised.yaml': UNEXERCISED }
/** Fails for what became worse alone, as other verdicts depend on the speed of this machine. */
const REHEARSAL = {
  'fail-on': 'worse',
  command: 'exec node client.mjs',
  scenarios: 'short.yaml',
  set: 'PRICE_API={arbitrum}',
  options: '--warm-up 2s --cool-down 1s',
}

const UNEXERCISING = { ...REHEARSAL, 'fail-on': '0', scenarios: 'unexercised.yaml' }

type Inputs = Readonly<Record<string, string>>

interface Step {
  readonly run?: string
  readonly uses?: string
  readonly env?: Readonly<Record<string, string>>
  readonly with?: Inputs
}

const { inputs: INPUTS, runs: RUNS } = parse(ACTION) as {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>
  readonly runs: { readonly steps: readonly Step[] }
}

/** Runs the shell steps of the action up to the first failure, as `uses: ./node_modules/gmx-sim`. */
async function act(project: Project, given: Inputs): Promise<Ended> {
  for (const name of Object.keys(given)) expect(INPUTS).toHaveProperty([name])
  const input = (text: string) =>
    text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name) => given[name] ?? INPUTS[name].default)
  let stdout = ''
  for (const { run, env = {} } of RUNS.steps) {
    if (run === undefined) continue
    const ended = await project.run('bash', ['-e', '-c', run], {
      ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, input(value)])),
      GITHUB_ACTION_PATH: join(project.path, 'node_modules/gmx-sim'),
      GITHUB_STEP_SUMMARY: join(project.path, 'step-summary.md'),
    })
    stdout += ended.stdout
    if (ended.code !== 0) return { ...ended, stdout }
  }
  return { code: 0, stdout, stderr: '' }
}

test('the action rehearses a program, leaves its reports, and fails if it becomes worse than before', async () => {
  const project = createProject(FILES)
  const left = (name: string) => readFileSync(join(project.path, name), 'utf8')
  const given = { ...REHEARSAL, baseline: 'cache' }
  const first = await act(project, given)
  expect(first.code, first.stdout + first.stderr).toBe(0)
  expect(first.stdout).not.toContain('::error')
  expect(left('step-summary.md')).toContain('short')
  expect(left('gmx-sim/junit.xml')).toContain('<testsuite')
  expect(left('gmx-sim/rehearsal.html')).toContain('data-lane="arbitrum-fallback"')
  expect(JSON.parse(left('gmx-sim/rehearsal.har')).log.entries.length).toBeGreaterThan(4)
  const report = left('gmx-sim/report.json')
  expect(left('gmx-sim-baseline/report.json')).toBe(report)

  const worse = await act(project, { ...given, set: 'PRICE_API={arbitrum}\nQUITS=1\n' })
  expect(worse.code, worse.stdout + worse.stderr).toBe(5)
  expect(worse.stdout).toMatch(/^::error title=\w+%3A .+::.*worse: was .+$/m)
  expect(left('step-summary.md')).toMatch(/\| fail \|.*\| worse \|/)
  expect(left('gmx-sim-baseline/report.json')).toBe(report)
})

test('the workflow runs a program against a simulator, whose events are kept', async () => {
  const { jobs } = parse(textOf('github-workflow.yml')) as {
    readonly jobs: { readonly test: { readonly steps: readonly Step[] } }
  }
  const [tested, rehearsed, ...more] = jobs.test.steps.filter(({ uses }) => uses === './node_modules/gmx-sim')
  expect(more).toEqual([])
  for (const name of Object.keys(rehearsed.with ?? {})) expect(INPUTS).toHaveProperty([name])
  const project = createProject('examples/python')
  const given = { ...tested.with, test: `${tested.with?.['test']}; echo "$PRICE_API $GMX_SIM_URL"` }
  const { code, stdout, stderr } = await act(project, {
    ...given,
    set: 'PRICE_API={arbitrum.fallback}/prices',
  })
  expect(code, stdout + stderr).toBe(0)
  expect(stdout).toMatch(/^(http:\S+)\/arbitrum-fallback\/prices \1$/m)
  expect(stdout).toMatch(/^ETH \d+\.\d+$/m)
  const events = readFileSync(join(project.path, 'gmx-sim-test/events.jsonl'), 'utf8')
  expect(events).toMatch(/"event":"request".*"url":"\/prices\/tickers"/)
})

test.each([
  [{ test: 'exit 7' }, 7, ''],
  [{ test: 'true', options: '--clock fast' }, 2, '--clock cannot be read'],
  [{}, 2, 'set either command'],
  [{ ...UNEXERCISING, 'allow-unproven': 'true', 'allow-unexercised': 'true' }, 0, ''],
])('the action with %j ends with %d', async (given, expected, says) => {
  const project = createProject(FILES)
  const { code, stderr } = await act(project, given)
  expect(code).toBe(expected)
  expect(stderr).toContain(says)
})

test('the action restores the newest baseline that it saved, and uploads what it left', () => {
  const of = (name: string) => RUNS.steps.find(({ uses }) => uses?.startsWith(name))?.with ?? {}
  const [restored, saved] = [of('actions/cache/restore@'), of('actions/cache/save@')]
  expect([restored['path'], restored['key']]).toEqual([saved['path'], saved['key']])
  expect(saved['path']).toBe('${{ inputs.reports }}-baseline')
  expect(saved['key'].startsWith(restored['restore-keys'])).toBe(true)
  expect(of('actions/upload-artifact@')['path']).toBe('${{ inputs.reports }}')
})

const gitlab = join(ROOT, 'test/installs/schemas/node_modules/gitlab-ci-local/dist/index.js')
/** Which needs Node 22. */
const node22 = join(ROOT, 'test/installs/node-versions/node_modules/node22/bin/node')
const hasGitlab =
  installed('schemas') &&
  installed('node-versions') &&
  need(existsSync(gitlab), 'test/installs/schemas is outdated', 'npm ci --prefix test/installs/schemas')

describe.skipIf(!hasGitlab)('the GitLab template', () => {
  const GITLAB = textOf('gitlab.yml')
  const preview = (project: Project) => project.run(node22, [gitlab, '--preview'])

  test('it is valid, and leaves its reports as artifacts', async () => {
    const include = [{ local: 'gmx-sim.gitlab-ci.yml', inputs: { ...REHEARSAL, baseline: 'cache' } }]
    const project = createProject({
      ...FILES,
      '.gitlab-ci.yml': JSON.stringify({ include }),
      'gmx-sim.gitlab-ci.yml': GITLAB,
    })
    // It includes files of the repository only.
    await project.run('git', ['init', '--quiet'])
    await project.run('git', ['add', '.gitlab-ci.yml', 'gmx-sim.gitlab-ci.yml'])
    const { code, stdout, stderr } = await preview(project)
    expect(code, stderr).toBe(0)
    const { script, variables, cache, artifacts } = parse(stdout)['gmx-sim']
    expect(script[0]).toBe('npm ci')
    const ended = await project.run('bash', ['-e', '-c', script.slice(1).join('\n')], variables)
    expect(ended.code, ended.stdout + ended.stderr).toBe(0)
    for (const path of [artifacts.reports.junit, ...artifacts.paths, ...cache[0].paths])
      expect(existsSync(join(project.path, path)), path).toBe(true)

    writeFileSync(join(project.path, 'gmx-sim.gitlab-ci.yml'), GITLAB.replace('15 minutes', '[15]'))
    expect((await preview(project)).code).toBe(1)
  })

  test('it takes the inputs of the action, apart from the artifact, which GitLab names', () => {
    const [{ spec }] = GITLAB.split(/^---$/m).map((part) => parse(part))
    const names = (inputs: object) =>
      Object.keys(inputs).filter((name) => !/^(artifact|image|stage)$/.test(name))
    expect(names(spec.inputs)).toEqual(names(INPUTS))
    for (const name of names(INPUTS)) expect(spec.inputs[name].default).toBe(INPUTS[name].default)
  })
})
