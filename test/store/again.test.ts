/** Suites that know of one server, once more with three replicas in its place. */
import { describe, expect, test } from 'vitest'
import { ROOT, run } from '../support/cli.js'
import { hasProgram, hasStore, STORE_SERVER } from '../support/redis.js'

/** Those that ask over sockets alone, and look into no session. */
const SUITES = [
  'test/control/calls.test.ts',
  'test/control/prices.test.ts',
  'test/control/sessions.test.ts',
] as const

const LONG_MS = 15 * 60_000

describe.runIf(hasStore() && hasProgram('haproxy', '-v'))('three replicas', () => {
  test.each(SUITES)(
    '%s',
    async (suite) => {
      const vitest = `${ROOT}/node_modules/vitest/vitest.mjs`
      const ended = await run(
        process.execPath,
        [vitest, 'run', suite, '--reporter=json'],
        {
          GMX_SIM_TEST_REPLICAS: '1',
          GMX_SIM_TEST_STORE_SERVER: STORE_SERVER,
        },
        ROOT,
        LONG_MS,
      )
      const text = ended.stdout.slice(ended.stdout.indexOf('{"num'))
      const { numPassedTests, numFailedTests, numTotalTests } = JSON.parse(text)
      expect(numFailedTests, ended.stdout + ended.stderr).toBe(0)
      expect(numPassedTests).toBe(numTotalTests)
      expect(numPassedTests).toBeGreaterThan(5)
      expect(ended.code, ended.stderr).toBe(0)
    },
    LONG_MS,
  )
})
