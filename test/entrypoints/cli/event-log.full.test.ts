/** Logs of the built command line: events on stdout, lines of requests on stderr. */
import { afterEach, expect, test } from 'vitest'
import { type Served, serveCli } from '../../support/cli.js'

let served: Served | undefined
afterEach(() => served?.stop('SIGKILL'))

const eventsIn = (stdout: string) =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

test('the ready line, the state at the start, and each request; stderr stays empty', async () => {
  served = await serveCli(['--log-format', 'json', '--log-level', 'info', '--scenario', 'primary-down'])
  await (await fetch(`${served.ready.url}/arbitrum-fallback/ping`)).text()
  const { stdout, stderr } = await served.stop()
  expect(stderr).toBe('')
  const events = eventsIn(stdout)
  expect(events.map(({ event }) => event)).toEqual(['ready', 'clock', 'scenario', 'request'])
  expect(events[0]).toMatchObject({ url: served.ready.url, v: 1, time: expect.stringMatching(/Z$/) })
  expect(events[2]).toMatchObject({ name: 'primary-down', session: null })
  expect(new Set(events.map(({ instanceId }) => instanceId)).size).toBe(1)
})

test('--log-level info: a JSON line on stderr for each request, the ready line alone on stdout', async () => {
  served = await serveCli(['--log-level', 'info'])
  await (await fetch(`${served.ready.url}/arbitrum/ping`)).text()
  const { stdout, stderr } = await served.stop()
  expect(JSON.parse(stderr)).toMatchObject({
    level: 30,
    msg: 'request',
    status: 200,
    url: '/ping',
    rule: null,
  })
  expect(eventsIn(stdout)).toEqual([served.ready])
})
