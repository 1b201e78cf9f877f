/** `gmx-sim init` in a project that has it installed. */
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createProject } from '../../support/project.js'

const project = createProject({})

test('a first scenario is valid, also by the schema that its first line names', async () => {
  mkdirSync(join(project.path, 'test/scenarios'), { recursive: true })
  const name = 'test/scenarios/outage.yaml'
  expect((await project.bin('gmx-sim', ['init', name])).code).toBe(0)
  const path = join(project.path, name)
  const text = readFileSync(path, 'utf8')
  const [, schema] = /^# yaml-language-server: \$schema=(.+)\n/.exec(text) ?? []
  expect(schema).toBe('../../node_modules/gmx-sim/fixtures/scenario.schema.json')
  const isGood = new Ajv().compile(JSON.parse(readFileSync(resolve(dirname(path), schema), 'utf8')))
  isGood(parse(text))
  expect(isGood.errors).toBeNull()
  expect((await project.bin('gmx-sim', ['validate', name])).stdout).toBe(`${name} ok: first\n`)
})
