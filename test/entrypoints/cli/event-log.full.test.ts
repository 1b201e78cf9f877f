/** Logs of the built command line: events on stdout, of one process and of several; lines of requests on stderr. */
import { afterEach, describe, expect, test } from 'vitest'
import { type Served, serveCli } from '../../support/cli.js'
import { controlOf } from '../../support/control.js'
import { childrenOf } from '../../support/processes.js'
import { hasStore, startStore } from '../../support/redis.js'
import { until } from '../../support/until.js'

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

describe.runIf(hasStore())('--workers', () => {
  test('the ready line of all precedes the events of each, and a killed worker is lost', async () => {
    const store = await startStore()
    served = await serveCli(['--log-format', 'json', '--workers', '2', '--store', store.url])
    const { ready, stdout } = served
    const control = controlOf(ready.url)
    const ids = async () => {
      const { replicas } = (await control.get('/replicas')).body
      return (replicas as { instanceId: string }[]).map(({ instanceId }) => instanceId)
    }
    const before = await until(async () => {
      const both = await ids()
      expect(both).toHaveLength(2)
      return both
    })
    const [pid] = childrenOf(served.pid)
    process.kill(pid, 'SIGKILL')
    // A third one replaces it.
    await until(async () => expect(new Set([...before, ...(await ids())]).size).toBe(3))
    await until(async () => expect((await control.get('/replicas')).body.gone).toHaveLength(1))
    await until(async () =>
      expect((await control.put('/scenario', { name: 'mine', rules: [] })).status).toBe(200),
    )
    await until(() => {
      const events = eventsIn(stdout().slice(0, stdout().lastIndexOf('\n')))
      expect(events[0].event).toBe('ready')
      expect(events.filter(({ event, name }) => event === 'scenario' && name === 'mine')).toHaveLength(2)
      const idsOf = (state: string) =>
        new Set(events.filter((event) => event.state === state).map(({ replica }) => replica))
      expect(idsOf('joined').size).toBe(3)
      expect([...idsOf('lost')].filter((id) => before.includes(id))).toHaveLength(1)
    })
    await served.stop()
    await store.stop()
  })
})
