/** `gmx-sim init`: a first scenario, catalogue or test. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '../../support/cli.js'
import { newFolder } from '../../support/folder.js'
import { runMain } from '../../support/in-process-cli.js'

const folder = newFolder()
const at = (name: string) => join(folder, name)
const read = (path: string) => readFileSync(path, 'utf8')
const init = (path: string, kind = 'scenario') => runMain(['init', '--kind', kind, path])

const SCENARIO_SCHEMA = join(ROOT, 'fixtures/scenario.schema.json')

test('a scenario as YAML, and the same as JSON; elsewhere the schema is named from the root', async () => {
  const [yaml, json] = [at('same.yml'), at('same.json')]
  expect(await init(yaml)).toEqual({
    code: 0,
    stdout: `${yaml} is written.
Explain it: npx --no -- gmx-sim explain ${yaml}
Play it:    npx --no -- gmx-sim serve --scenario ${yaml} --watch
`,
    stderr: '',
  })
  expect(read(yaml).split('\n')[0]).toBe(`# yaml-language-server: $schema=${SCENARIO_SCHEMA}`)
  await init(json)
  const { $schema, ...scenario } = JSON.parse(read(json))
  expect([$schema, scenario]).toEqual([SCENARIO_SCHEMA, parse(read(yaml))])
  expect((await runMain(['validate', json])).stdout).toBe(`${json} ok: first\n`)
})

test.each(['market.yaml', 'market.json'])('a catalogue: %s', async (name) => {
  const path = at(name)
  expect((await init(path, 'catalogue')).stdout).toBe(`${path} is written.
Print it: npx --no -- gmx-sim catalogue --catalogue ${path}
Serve it: npx --no -- gmx-sim serve --catalogue ${path}
`)
  expect(read(path)).toContain('fixtures/catalogue.schema.json')
  const printed = await runMain(['catalogue', '--catalogue', path, '--network', 'mynet'])
  expect(printed.stdout).toContain('2 tokens, 2 with a price')
})

test('a test', async () => {
  const path = at('first.test.ts')
  expect((await init(path)).stdout).toBe(`${path} is written.\nRun it: npx vitest run ${path}\n`)
  expect(read(path)).toBe(read(join(ROOT, 'examples/first-test/prices.test.js')))
})

test.each(['outage', 'outage.txt', 'outage.ts'])('%s is refused, and not written', async (name) => {
  const { code, stderr } = await init(at(name))
  const sentence = `init writes YAML, JSON or a test: ${at(name)}; end the name of the file with .yaml, .yml, .json, .test.js or .test.ts`
  expect([code, stderr]).toEqual([2, `gmx-sim: ${sentence}\n`])
  expect(existsSync(at(name))).toBe(false)
})

test('nothing is overwritten, and no folder is made', async () => {
  const path = at('once.yaml')
  await init(path)
  const before = read(path)
  expect(await init(path)).toEqual({
    code: 2,
    stdout: '',
    stderr: `gmx-sim: the file exists: ${path}; write another name, or delete it first\n`,
  })
  expect(read(path)).toBe(before)
  const nowhere = at('no/such/folder.yaml')
  const { code, stderr } = await init(nowhere)
  expect([code, stderr]).toEqual([2, `gmx-sim: no such folder: ${nowhere}; create the folder first\n`])
})
