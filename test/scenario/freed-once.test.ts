/** A request that is freed while a rule delays it is not held again by what the rule does next. */
import { afterEach, expect, test } from 'vitest'
import type { RunningSimulator } from '../../src/server/simulator.js'
import { oneRule, startUnder, type Written } from '../support/scenario.js'
import { until } from '../support/until.js'

let simulator: RunningSimulator
afterEach(() => simulator.stop())

const OUTCOMES: readonly (readonly [string, Written, string])[] = [
  ['hang', { hang: true }, 'UND_ERR_SOCKET'],
  ['drip', { drip: { bytesPerSecond: 1 } }, '200'],
]

test.each(OUTCOMES)('a delayed %s', async (_name, outcome, seen) => {
  simulator = await startUnder(oneRule({ delay: '9s', ...outcome }))
  const asked = fetch(`${simulator.url}/arbitrum/tokens`).then(
    async (reply) => `${reply.status}${(await reply.text()).slice(0, 0)}`,
    (error: { cause: { code: string } }) => error.cause.code,
  )
  await until(() => expect(simulator.session.waits.held).toBe(1))
  simulator.session.loadScenario(undefined)
  expect(await asked).toBe(seen)
  expect(simulator.session.waits.held).toBe(0)
})
