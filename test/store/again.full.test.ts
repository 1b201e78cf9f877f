/**
 * Suites that know of one server, once more with three replicas in its place, behind a load balancer. Those are here that ask
 * over sockets; most others look into the session of a process, which is one of three then.
 */
import { describe, expect, test } from 'vitest'
import { hasChromium } from '../support/chromium.js'
import { ROOT, run } from '../support/cli.js'
import { hasProgram, hasStore, STORE_SERVER } from '../support/redis.js'

interface Group {
  readonly suites: readonly string[]
  /** Tests that make no sense with three, beside why. They skip themselves. */
  readonly leftOut: Readonly<Record<string, string>>
}

/** Without those of the guard, which need no port. */
const CONTROL: Group = {
  suites: [
    'calls',
    'command',
    'journal-changes',
    'prices',
    'reasons',
    'reload',
    'sessions',
    'views',
    'watch',
    'watchers',
  ].map((name) => `test/control/${name}.test.ts`),
  leftOut: {
    'code of a program runs again': 'a store takes no code: only a program of the same process can load it',
    'who does not read is not written to, and takes no more than a socket holds':
      'it counts what one process makes for one socket; the balancer has buffers of its own',
  },
}

/** Without those of looks alone, of ten thousand lines, and of code that only the process has: axe, hostile, scroll, reload. */
const DASHBOARD: Group = {
  suites: ['bases', 'clock', 'incident', 'journal', 'lost', 'market', 'page', 'restored', 'session'].map(
    (name) => `test/ui/${name}-browser.full.test.ts`,
  ),
  leftOut: {
    'the server goes and comes back: it is said at once, and mends by itself':
      'it starts another server on the same port; test/ui/replicas-browser.full.test.ts stops one of three',
  },
}

const LONG_MS = 15 * 60_000

const isThere = hasStore() && hasProgram('haproxy', '-v')

async function again({ suites, leftOut }: Group): Promise<void> {
  const vitest = `${ROOT}/node_modules/vitest/vitest.mjs`
  const args = [vitest, 'run', ...suites, '--reporter=json']
  const env = { GMX_SIM_TEST_REPLICAS: '1', GMX_SIM_TEST_STORE_SERVER: STORE_SERVER }
  const ended = await run(process.execPath, args, env, ROOT, LONG_MS)
  const told = JSON.parse(ended.stdout.slice(ended.stdout.indexOf('{"num'))) as Told
  expect(told.numFailedTests, ended.stdout + ended.stderr).toBe(0)
  expect(ended.code, ended.stderr).toBe(0)
  expect(told.testResults).toHaveLength(suites.length)
  const skipped = told.testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status !== 'passed').map(({ title }) => title),
  )
  expect(skipped.sort()).toEqual(Object.keys(leftOut).sort())
  for (const { name, assertionResults } of told.testResults) {
    const passed = assertionResults.filter(({ status }) => status === 'passed').length
    expect(passed, name).toBeGreaterThan(0)
    if (process.env['GMX_SIM_TEST_REPORT'])
      console.info(`by three replicas: ${name.slice(ROOT.length)}: ${passed} passed`)
  }
}

/** What Vitest writes as JSON. */
interface Told {
  readonly numFailedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[]
  }[]
}

describe.runIf(isThere)('three replicas', () => {
  test('the suites of the control API', () => again(CONTROL), LONG_MS)
  test.runIf(hasChromium())('the suites of the dashboard', () => again(DASHBOARD), LONG_MS)
})
