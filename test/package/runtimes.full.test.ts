/** The packed tarball under the oldest and the newest Node, and as package managers other than npm install it. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { installed } from '../support/installed.js'
import { needsAll } from '../support/needs.js'
import { nodeOf, packageOf, projectOf } from './copied.js'

const TOUR = `
const assert = require('node:assert')
const required = require('gmx-sim')
import('gmx-sim').then(async ({ startSimulator }) => {
  assert.equal(required.startSimulator, startSimulator)
  const sim = await startSimulator({ scenario: 'primary-outage' })
  const reply = await fetch(sim.baseUrl('arbitrum') + '/signed_prices/latest')
  console.log(reply.status, (await reply.json()).signedPrices.length)
  await sim.stop()
  await startSimulator({ scenario: { rules: [{ when: { calls: '1' } }] } })
})
`
/** Of an uncaught error, Node prints the line that threw it before the message. */
const SHORT_LINE = /^.{0,200}\n.{0,400}\n[ \t]*\^\n\nUserError: the scenario is invalid: /
const CLI = 'node_modules/gmx-sim/dist/cli/main.js'

describe.skipIf(!installed('node-versions'))('Node', () => {
  test.each([20, 26])('Node %d: require, import, an uncaught error, no WebAssembly', async (major) => {
    const project = projectOf({ 'package.json': '{}', 'tour.js': TOUR })
    const { stdout, stderr } = await project.run(nodeOf(major), ['--no-warnings', 'tour.js'])
    expect(stdout).toBe('200 125\n')
    expect(stderr).toMatch(SHORT_LINE)
    const ended = await project.run(nodeOf(major), ['--jitless', CLI, 'get', 'arbitrum/ping'])
    expect([ended.code, ended.stdout], ended.stderr).toEqual([0, '{"ok":true}'])
  })

  test('Node 18: one sentence', async () => {
    const sentence = /^gmx-sim cannot run on Node 18\.\S+: install Node 20\.19 or newer\n$/
    const project = projectOf({})
    const cli = await project.run(nodeOf(18), [CLI, 'get', 'arbitrum/ping'])
    expect([cli.code, cli.stdout]).toEqual([2, ''])
    expect(cli.stderr).toMatch(sentence)
    const load = `for (const entry of ['gmx-sim', 'gmx-sim/node-test'])
      import(entry).catch(({ message }) => console.log(message))`
    const { stdout } = await project.run(nodeOf(18), ['--eval', load])
    const sentences = stdout.split(/(?<=\n)/)
    expect(sentences).toEqual([expect.stringMatching(sentence), expect.stringMatching(sentence)])
  })
})

interface Manager {
  readonly program: readonly string[]
  readonly install: readonly string[]
  readonly node: readonly string[]
  readonly cli: readonly string[]
}

const MANAGERS: Readonly<Record<string, Manager>> = {
  'Yarn 4, Plug’n’Play': {
    program: [process.execPath, packageOf('foreign', '@yarnpkg/cli-dist/bin/yarn.js')],
    install: ['install'],
    node: ['node'],
    cli: ['gmx-sim'],
  },
  pnpm: {
    program: [process.execPath, packageOf('foreign', 'pnpm/bin/pnpm.cjs')],
    install: ['install', '--store-dir', 'store', '--ignore-scripts'],
    node: ['node'],
    cli: ['exec', 'gmx-sim'],
  },
  bun: {
    program: [packageOf('foreign', '@oven/bun-linux-x64/bin/bun')],
    install: ['install'],
    node: [],
    cli: ['run', '--bun', 'gmx-sim'],
  },
}

describe.skipIf(!needsAll('an install from the registry') || !installed('foreign'))(
  'package managers',
  () => {
    test.each(Object.entries(MANAGERS))('%s', async (_name, { program: [file, ...first], ...manager }) => {
      const dependencies = { 'gmx-sim': `file:${inject('packed').tarball}` }
      const project = projectOf({
        'package.json': JSON.stringify({ name: 'foreign', private: true, dependencies }),
        'yarn.lock': '',
        'tour.cjs': TOUR,
      })
      rmSync(join(project.path, 'node_modules'), { recursive: true })
      const registry = (await project.run('npm', ['config', 'get', 'registry'])).stdout.trim()
      const env = {
        YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
        YARN_ENABLE_TELEMETRY: 'false',
        YARN_GLOBAL_FOLDER: join(project.path, 'cache'),
        YARN_NPM_REGISTRY_SERVER: registry,
        BUN_INSTALL_CACHE_DIR: join(project.path, 'cache'),
      }
      const at = (...args: readonly string[]) => project.run(file, [...first, ...args], env)
      const ended = await at(...manager.install)
      expect(ended.code, ended.stdout + ended.stderr).toBe(0)
      const tour = await at(...manager.node, 'tour.cjs')
      expect(tour.stdout, tour.stderr).toBe('200 125\n')
      const listed = await at(...manager.cli, 'explain', 'primary-outage')
      expect(listed.code, listed.stderr).toBe(0)
      expect(listed.stdout).toContain('429')
    })
  },
)
