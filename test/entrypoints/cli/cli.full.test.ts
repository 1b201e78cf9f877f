/** The built command line as a process: its streams, environment and exit code. */
import { expect, onTestFinished, test } from 'vitest'
import { builtCli, run, runCli, serveCli } from '../../support/cli.js'
import { controlOf } from '../../support/control.js'

const AT = '2026-03-01T12:00:07.450Z'

test('serve, the default command: the first line on a pipe is the ready line', async () => {
  const { ready, stop } = await serveCli([], {}, [])
  const { code, stdout, stderr } = await stop()
  expect([code, stdout, stderr]).toEqual([0, `${JSON.stringify(ready)}\n`, ''])
  expect(Object.keys(ready).slice(0, 4)).toEqual(['event', 'url', 'instanceId', 'baseUrls'])
  expect(ready.event).toBe('ready')
  expect(ready.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(ready.instanceId).toMatch(/^[0-9a-f-]{36}$/)
  for (const network of ['arbitrum', 'avalanche', 'botanix'] as const)
    expect(ready.baseUrls[network]).toEqual({
      primary: `${ready.url}/${network}`,
      fallback: `${ready.url}/${network}-fallback`,
      'fallback-2': `${ready.url}/${network}-fallback-2`,
      api: `${ready.url}/${network}-api`,
      'api-fallback': `${ready.url}/${network}-api-fallback`,
    })
})

test('serve: the environment sets any option; --after moves on from where the scenario was loaded', async () => {
  const { ready, stop } = await serveCli(['--after', '1h'], {
    GMX_SIM_PORT: '0',
    GMX_SIM_CLOCK: 'frozen',
    GMX_SIM_AT: AT,
    GMX_SIM_QUIET_HEADERS: 'true',
    GMX_SIM_SCENARIO: 'primary-down',
  })
  onTestFinished(() => void stop())
  const reply = await fetch(`${ready.url}/botanix/prices/tickers`)
  expect(reply.headers.get('x-gmx-sim-at')).toBeNull()
  expect(((await reply.json()) as { updatedAt: number }[])[0].updatedAt).toBe(1_772_366_407 + 3600)
  expect((await controlOf(ready.url).get('/scenario')).body).toMatchObject({
    loadedAt: AT,
    scenario: { name: 'primary-down' },
  })
})

test('a mistake goes to stderr, and ends it with 2', async () => {
  const { code, stdout, stderr } = await runCli(['frobnicate'])
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('unknown command: frobnicate')])
})

test.each([
  ['node $CLI get arbitrum/prices/tickers | head -c 2', /^\[\{$/],
  ['node $CLI run --help | true', /^$/],
  ['echo "rules: []" | node $CLI validate /dev/stdin', /^\/dev\/stdin ok\n$/],
  // In one file with the reply, the message has a line to itself.
  ['node $CLI get arbitrum/prices/candles 2>&1 || true', /"\]}\ngmx-sim: the reply would be 400: /],
  ['node $CLI verify - 2>&1 < /dev/null || true', /^gmx-sim: .*may be truncated\n$/],
])('%s', async (line, stdout) => {
  const ended = await run('bash', ['-c', `set -o pipefail; ${line}`], { CLI: builtCli() })
  expect(ended).toEqual({ code: 0, stdout: expect.stringMatching(stdout), stderr: '' })
})
