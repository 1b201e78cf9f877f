/** The packed tarball under the oldest and the newest vitest; entrypoints/testing/vitest-entry.full.test.ts has the one between. */
import { describe, expect, test } from 'vitest'
import { installed } from '../support/installed.js'
import { PATIENCE_MS } from '../support/patience.js'
import { nodeOf, packageOf, projectOf } from './copied.js'

const TESTS = `
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
`
const configOf = (projects: readonly (readonly [pool: string, environment: string])[]) => `
const projects = ${JSON.stringify(projects)}.map(([pool, environment]) => ({
  test: { name: pool + ' ' + environment, pool, environment, testTimeout: ${PATIENCE_MS}, globalSetup: ['gmx-sim/vitest'] },
}))
export default { test: { projects } }
`
const PACKAGES = ['happy-dom', 'jsdom', '@types/node', '@types/chai']
const vitestProject = (major: number, config = '') =>
  projectOf({ 'sim.test.ts': TESTS, 'vitest.config.js': config }, 'foreign', {
    vitest: `vitest${major}`,
    ...Object.fromEntries(PACKAGES.map((name) => [name, name])),
  })

describe.skipIf(!installed('foreign') || !installed('node-versions'))('vitest', () => {
  test.each([
    [3, 20, 'threads', 'vmForks', 'happy-dom'],
    [5, 26, 'forks', 'vmThreads', 'jsdom'],
  ])('vitest %d on Node %d: %s, %s, and a page of %s', async (major, node, pool, vm, page) => {
    const pools = [pool, vm].map((name) => [name, 'node'] as const)
    const project = vitestProject(major, configOf([...pools, ['forks', page]]))
    const vitest = packageOf('foreign', `vitest${major}/vitest.mjs`)
    const { code, stdout, stderr } = await project.run(nodeOf(node), [vitest, 'run'], { NO_COLOR: '1' })
    expect(code, stdout + stderr).toBe(0)
    expect(stdout).toContain('3 passed')
  })

  test.each([3, 5])('vitest %d: types, where libraries are checked', async (major) => {
    const project = vitestProject(major)
    const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--types', 'node']
    const libraries = ['--lib', 'es2022,esnext.disposable,dom,dom.iterable', '--skipLibCheck', 'false']
    const { stdout } = await project.bin('tsc', [...options, ...libraries, 'sim.test.ts'])
    // Declarations of vitest 3 contradict others that it depends on.
    expect(stdout.split('\n').filter((line) => /^\S/.test(line) && !/^\S*installs\//.test(line))).toEqual([])
  })
})
