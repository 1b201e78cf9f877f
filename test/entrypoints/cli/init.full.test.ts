/** `gmx-sim init`: a valid first scenario with a schema that editors find. */
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Ajv } from 'ajv'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startSimulator } from '../../../src/entrypoints/index.js'
import { ROOT } from '../../support/cli.js'
import { createProject, type Project } from '../../support/project.js'

let project: Project
beforeAll(() => {
  project = createProject({})
})
afterAll(() => project.remove())

/** Location of the schema that the first line of a file names. */
const schemaOf = (path: string): string => {
  const [, schema] = /^# yaml-language-server: \$schema=(.+)$/m.exec(readFileSync(path, 'utf8')) ?? []
  return resolve(dirname(path), schema ?? '')
}

test.each([
  ['outage.yaml', 'node_modules/gmx-sim/fixtures/scenario.schema.json'],
  ['test/scenarios/outage.yaml', '../../node_modules/gmx-sim/fixtures/scenario.schema.json'],
])('in a project that has it installed: %s', async (name, schema) => {
  mkdirSync(join(project.path, 'test/scenarios'), { recursive: true })
  const { code, stdout } = await project.bin('gmx-sim', ['init', name])
  expect([code, stdout]).toEqual([
    0,
    `${name} is written.
Explain it: npx --no -- gmx-sim explain ${name}
Play it:    npx --no -- gmx-sim serve --scenario ${name} --watch
`,
  ])
  const path = join(project.path, name)
  expect(readFileSync(path, 'utf8').split('\n')[0]).toBe(`# yaml-language-server: $schema=${schema}`)
  const isGood = new Ajv().compile(JSON.parse(readFileSync(schemaOf(path), 'utf8')))
  isGood(parse(readFileSync(path, 'utf8')))
  expect(isGood.errors).toBeNull()
  expect((await project.bin('gmx-sim', ['validate', name])).stdout).toBe(`${name} ok: first\n`)
})

test('in a project that has it installed, an error names a page that is there', async () => {
  writeFileSync(join(project.path, 'wrong.yaml'), 'arbitrum: { tokens: [{ symbol: A, price: -1 }] }\n')
  const { code, stderr } = await project.bin('gmx-sim', ['catalogue', '--catalogue', 'wrong.yaml'])
  const [, page] = /; fix them, see (\S+)\n$/.exec(stderr) ?? []
  expect([code, page]).toEqual([3, 'node_modules/gmx-sim/docs/catalogues.md'])
  expect(existsSync(join(project.path, page))).toBe(true)
})

test('a file that ends with .json is JSON with the same content', async () => {
  await project.bin('gmx-sim', ['init', 'same.yml'])
  expect((await project.bin('gmx-sim', ['init', 'same.json'])).code).toBe(0)
  const { $schema, ...scenario } = JSON.parse(readFileSync(join(project.path, 'same.json'), 'utf8'))
  expect($schema).toBe('node_modules/gmx-sim/fixtures/scenario.schema.json')
  expect(scenario).toEqual(parse(readFileSync(join(project.path, 'same.yml'), 'utf8')))
  expect((await project.bin('gmx-sim', ['validate', 'same.json'])).stdout).toBe('same.json ok: first\n')
})

test.each(['market.yaml', 'market.json'])('a first catalogue: %s', async (name) => {
  const { code, stdout } = await project.bin('gmx-sim', ['init', '--kind', 'catalogue', name])
  expect([code, stdout]).toEqual([
    0,
    `${name} is written.
Print it: npx --no -- gmx-sim catalogue --catalogue ${name}
Serve it: npx --no -- gmx-sim serve --catalogue ${name}
`,
  ])
  const text = readFileSync(join(project.path, name), 'utf8')
  expect(text).toContain('node_modules/gmx-sim/fixtures/catalogue.schema.json')
  const printed = await project.bin('gmx-sim', ['catalogue', '--catalogue', name, '--network', 'mynet'])
  expect(printed.stdout).toContain('2 tokens, 2 with a price')
})

test('a first test', async () => {
  const { code, stdout } = await project.bin('gmx-sim', ['init', 'first.test.ts'])
  expect([code, stdout]).toEqual([0, 'first.test.ts is written.\nRun it: npx vitest run first.test.ts\n'])
  const example = readFileSync(join(ROOT, 'examples/first-test/prices.test.js'), 'utf8')
  expect(readFileSync(join(project.path, 'first.test.ts'), 'utf8')).toBe(example)
})

test('schema openapi is the document that a server with default options gives', async () => {
  const printed = await project.bin('gmx-sim', ['schema', 'openapi'])
  await using sim = await startSimulator()
  const document = await (await sim.fetch('/__sim/v1/openapi.json')).text()
  expect(JSON.parse(printed.stdout.replaceAll('http://127.0.0.1:8650', sim.url))).toEqual(
    JSON.parse(document),
  )
})

test.each(['outage', 'outage.txt', 'outage.ts'])('%s is refused, and not written', async (name) => {
  const { code, stderr } = await project.bin('gmx-sim', ['init', name])
  const sentence = `init writes YAML, JSON or a test: ${name}; end the name of the file with .yaml, .yml, .json, .test.js or .test.ts`
  expect([code, stderr]).toEqual([2, `gmx-sim: ${sentence}\n`])
  expect(existsSync(join(project.path, name))).toBe(false)
})

test('elsewhere the schema is named from the root of the file system', async () => {
  const { path } = project
  const cli = join(ROOT, 'dist/cli/main.js')
  mkdirSync(`${path}-bare`)
  const { code } = await project.run(process.execPath, [cli, 'init', `${path}-bare/x.yaml`])
  expect(code).toBe(0)
  expect(realpathSync(schemaOf(`${path}-bare/x.yaml`))).toBe(
    realpathSync(join(ROOT, 'fixtures/scenario.schema.json')),
  )
  await project.run('rm', ['-r', `${path}-bare`])
})

test('nothing is overwritten', async () => {
  await project.bin('gmx-sim', ['init', 'once.yaml'])
  const before = readFileSync(join(project.path, 'once.yaml'), 'utf8')
  expect(await project.bin('gmx-sim', ['init', 'once.yaml'])).toEqual({
    code: 2,
    stdout: '',
    stderr: 'gmx-sim: the file exists: once.yaml; write another name, or delete it first\n',
  })
  expect(readFileSync(join(project.path, 'once.yaml'), 'utf8')).toBe(before)
  const nowhere = await project.bin('gmx-sim', ['init', 'no/such/folder.yaml'])
  expect([nowhere.code, nowhere.stderr]).toEqual([
    2,
    'gmx-sim: no such folder: no/such/folder.yaml; create the folder first\n',
  ])
})
