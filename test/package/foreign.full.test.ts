/** The packed tarball in projects of others: majors of vitest and Node, Jest as CommonJS, compilers, package managers. */
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { ROOT } from '../support/cli.js'
import { installed } from '../support/installed.js'
import { needsAll } from '../support/needs.js'
import { PATIENCE_MS } from '../support/patience.js'
import { createProject, type Project } from '../support/project.js'

const packageOf = (folder: string, name: string) => join(ROOT, 'test/installs', folder, 'node_modules', name)
const nodeOf = (major: number) => packageOf('node-versions', `node${major}/bin/node`)

let project: Project
afterEach(() => project.remove())

/** A copy of the package, not a link: it imports what its project has installed. */
function projectOf(
  files: Readonly<Record<string, string>> | string,
  folder: string,
  more: Readonly<Record<string, string>> = {},
): Project {
  const links = Object.entries(more).map(([name, target]) => [name, packageOf(folder, target)])
  project = createProject(files, Object.fromEntries(links))
  const copy = join(project.path, 'node_modules/gmx-sim')
  rmSync(copy)
  cpSync(inject('installedAt'), copy, { recursive: true })
  return project
}

const VITEST_TEST = `
import { startSimulator } from 'gmx-sim'
import { expect, test } from 'gmx-sim/vitest'
import { expect as plain, inject } from 'vitest'

test('requests over sockets and in process', async ({ sim }) => {
  expect((await fetch(\`\${sim.baseUrl('arbitrum')}/prices/tickers\`)).status).toBe(200)
  expect((await sim.fetch('/arbitrum/signed_prices/latest')).status).toBe(200)
  expect((await sim.fetch('/__sim/v1/journal')).status).toBe(200)
  expect(sim).toHaveReceived({ endpoint: 'tickers' }, { times: 1 })
  plain(sim).not.toHaveReceived({ base: 'fallback' })
  await expect(Promise.resolve(sim)).resolves.toHaveReceived()
  const url: string = inject('gmxSim').url
  expect((await fetch(url)).status).toBe(200)
  // @ts-expect-error: a key that is none
  expect(() => expect(sim).toHaveReceived({ path: '/ping' })).toThrow('path')
})

test('faults', async ({ sim }) => {
  await sim.loadScenario({ rules: [{ fault: { reset: 'before' } }] })
  await expect(sim.fetch('/arbitrum/ping')).rejects.toThrow('fetch failed')
  await sim.loadScenario('primary-outage')
  await sim.advance('15s')
  expect((await sim.fetch('/arbitrum/prices/tickers')).status).toBe(429)
})

test('ends with its block', async () => {
  const opened = async () => {
    await using sim = await startSimulator()
    return sim
  }
  await expect((await opened()).loadScenario('blackout')).rejects.toThrow()
})
`
const VITEST_CONFIG = `
const POOLS = ['threads', 'forks', 'vmThreads', 'vmForks']
const PAGES = ['happy-dom', 'jsdom']
const project = (pool, environment) => ({
  test: { name: pool + ' ' + environment, pool, environment, testTimeout: ${PATIENCE_MS}, globalSetup: ['gmx-sim/vitest'] },
})
const projects = [...POOLS.map((pool) => project(pool, 'node')), ...PAGES.map((page) => project('forks', page))]
export default { test: { projects } }
`
const vitestProject = (major: number) =>
  projectOf({ 'sim.test.ts': VITEST_TEST, 'vitest.config.js': VITEST_CONFIG }, 'foreign', {
    vitest: `vitest${major}`,
    ...Object.fromEntries(['happy-dom', 'jsdom', '@types/node', '@types/chai'].map((name) => [name, name])),
  })

describe.skipIf(!installed('foreign') || !installed('node-versions'))('vitest', () => {
  test.each([
    [3, 20],
    [4, 22],
    [5, 26],
  ])('vitest %d on Node %d: all pools, without a page, with happy-dom, with jsdom', async (major, node) => {
    const vitest = join(vitestProject(major).path, 'node_modules/vitest/vitest.mjs')
    const { code, stdout, stderr } = await project.run(nodeOf(node), [vitest, 'run'], { NO_COLOR: '1' })
    expect(code, stdout + stderr).toBe(0)
    expect(stdout).toContain('18 passed')
  })

  test.each([3, 4, 5])('vitest %d: types, where libraries are checked', async (major) => {
    vitestProject(major)
    const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--types', 'node']
    const libraries = ['--lib', 'es2022,esnext.disposable,dom,dom.iterable', '--skipLibCheck', 'false']
    const { stdout } = await project.bin('tsc', [...options, ...libraries, 'sim.test.ts'])
    // Declarations of vitest 3 contradict others that it depends on.
    expect(stdout.split('\n').filter((line) => /^\S/.test(line) && !/^\S*installs\//.test(line))).toEqual([])
  })
})

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

describe.skipIf(!installed('node-versions'))('Node', () => {
  test.each([20, 22, 24, 26])(
    'Node %d: require, import, an uncaught error, no WebAssembly',
    async (major) => {
      projectOf({ 'package.json': '{}', 'tour.js': TOUR }, 'node-versions')
      const { stdout, stderr } = await project.run(nodeOf(major), ['--no-warnings', 'tour.js'])
      expect(stdout).toBe('200 125\n')
      expect(stderr).toMatch(SHORT_LINE)
      const get = ['--jitless', 'node_modules/gmx-sim/dist/cli/main.js', 'get', 'arbitrum/ping']
      const ended = await project.run(nodeOf(major), get)
      expect([ended.code, ended.stdout], ended.stderr).toEqual([0, '{"ok":true}'])
    },
  )

  test('Node 18: one sentence', async () => {
    const sentence = /^gmx-sim cannot run on Node 18\.\S+: install Node 20\.19 or newer\n$/
    projectOf({}, 'node-versions')
    const cli = await project.run(nodeOf(18), [
      'node_modules/gmx-sim/dist/cli/main.js',
      'get',
      'arbitrum/ping',
    ])
    expect([cli.code, cli.stdout]).toEqual([2, ''])
    expect(cli.stderr).toMatch(sentence)
    for (const entry of ['gmx-sim', 'gmx-sim/node-test']) {
      const load = `import('${entry}').catch(({ message }) => console.log(message))`
      expect((await project.run(nodeOf(18), ['--eval', load])).stdout).toMatch(sentence)
    }
  })
})

const JEST = ['jest', '@jest/globals', 'expect', 'ts-jest', 'typescript']
const jestProject = () =>
  projectOf('examples/jest-typescript', 'jest', Object.fromEntries(JEST.map((name) => [name, name])))

describe.skipIf(!installed('jest') || !installed('node-versions'))('Jest with TypeScript as CommonJS', () => {
  test.each([20, 24])('on Node %d', async (major) => {
    const jest = join(jestProject().path, 'node_modules/jest/bin/jest.js')
    const args = [jest, '--no-cache', `--testTimeout=${PATIENCE_MS}`]
    const { code, stderr } = await project.run(nodeOf(major), args)
    expect(code, stderr).toBe(0)
    expect(stderr).toContain('Tests:       2 passed')
  })

  test('a failed test shows its journal; options are those of vitest', async () => {
    jestProject()
    const test = `/**
 * @jest-environment-options {"simulatorOptions": {"seed": "42"}, "simOptions": {"seed": "7"}}
 */
test('asks the primary', async () => {
  await sim.fetch('/arbitrum/ping')
  expect(sim.price('ETH')).not.toBe(simulator.price('ETH'))
  expect(1).toBe(2)
})`
    writeFileSync(join(project.path, 'failing.test.js'), test)
    const { code, stderr } = await project.bin('jest', ['--no-cache', 'failing'])
    expect(code, stderr).toBe(1)
    expect(stderr).toMatch(
      /Expected: 2.*the journal of asks-the-primary:\n +#1 \S+ arbitrum primary GET \/ping → 200 ok\n/s,
    )
  })

  test('types, where `exports` is not read', async () => {
    jestProject()
    writeFileSync(join(project.path, 'entries.ts'), "export { simulate } from 'gmx-sim/node-test'\n")
    const checked = await project.bin('tsc', ['--skipLibCheck', 'false'])
    expect(checked.stdout).toBe('')
    expect((await project.bin('tsc', ['--types', 'node'])).stdout).toContain(
      "'toHaveReceived' does not exist",
    )
  })
})

interface Manager {
  readonly program: readonly string[]
  readonly install: readonly string[]
  readonly node: readonly string[]
  readonly cli: readonly string[]
}

const managerOf = (name: string) => packageOf('foreign', name)
const MANAGERS: Readonly<Record<string, Manager>> = {
  'Yarn 4, Plug’n’Play': {
    program: [process.execPath, managerOf('@yarnpkg/cli-dist/bin/yarn.js')],
    install: ['install'],
    node: ['node'],
    cli: ['gmx-sim'],
  },
  pnpm: {
    program: [process.execPath, managerOf('pnpm/bin/pnpm.cjs')],
    install: ['install', '--store-dir', 'store', '--ignore-scripts'],
    node: ['node'],
    cli: ['exec', 'gmx-sim'],
  },
  bun: {
    program: [managerOf('@oven/bun-linux-x64/bin/bun')],
    install: ['install'],
    node: [],
    cli: ['run', '--bun', 'gmx-sim'],
  },
}

describe.skipIf(!needsAll('an install from the registry') || !installed('foreign'))(
  'package managers',
  () => {
    test.each(Object.entries(MANAGERS))(
      '%s',
      async (_name, { program: [file, ...first], install, node, cli }) => {
        const dependencies = { 'gmx-sim': `file:${inject('packed').tarball}` }
        const manifest = { name: 'foreign', private: true, dependencies }
        project = createProject({
          'package.json': JSON.stringify(manifest),
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
        const ended = await at(...install)
        expect(ended.code, ended.stdout + ended.stderr).toBe(0)
        const tour = await at(...node, 'tour.cjs')
        expect(tour.stdout, tour.stderr).toBe('200 125\n')
        const listed = await at(...cli, 'explain', 'primary-outage')
        expect(listed.code, listed.stderr).toBe(0)
        expect(listed.stdout).toContain('429')
      },
    )
  },
)
