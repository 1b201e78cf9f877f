/** Request log of --log-level on a terminal. */
import { expect, onTestFinished, test } from 'vitest'
import { createRequestLog } from '../../../src/entrypoints/cli/request-log.js'
import type { LogLevel } from '../../../src/server/config/schema.js'
import { startServer } from '../../../src/server/simulator.js'
import { load } from '../../support/scenario.js'
import { settingsFor } from '../../support/simulator.js'
import { until } from '../../support/until.js'

const SCENARIO = {
  rules: [
    { id: 'down', match: { base: 'fallback' }, fault: { status: 503 } },
    { id: 'later', when: { after: '30s' }, fault: { hang: true } },
  ],
}

async function startLogged(level: LogLevel) {
  const written: string[] = []
  const log = createRequestLog(level, undefined as never, (lines) => void written.push(lines))
  const simulator = await startServer(settingsFor(), undefined, undefined, log)
  onTestFinished(() => simulator.stop())
  load(simulator.session, SCENARIO)
  const get = async (path: string, init?: RequestInit) =>
    (await fetch(`${simulator.url}${path}`, init)).arrayBuffer()
  return { simulator, get, written, text: () => written.join('').replaceAll(/ +\d+ ms/g, ' N ms') }
}

test('info: a line for each request', async () => {
  const { get, text } = await startLogged('info')
  await get('/arbitrum/ping?a=%1B')
  await get('/avalanche-fallback/tokens')
  await get('/arbitrum/nothing', { method: 'POST' })
  await until(() => expect(text().split('\n')).toHaveLength(4))
  expect(text()).toBe(
    [
      '12:00:07.450 200 N ms arbitrum primary     /ping?a=%1B',
      '12:00:07.450 503 N ms avalanche fallback   /tokens  rule down (status)',
      '12:00:07.450 404 N ms arbitrum primary     POST /nothing  error',
      '',
    ].join('\n'),
  )
})

test('a client that disconnects before the reply is logged', async () => {
  const { simulator, get, text } = await startLogged('info')
  load(simulator.session, { rules: [{ id: 'slow', fault: { delay: '5s' } }] })
  const gone = new AbortController()
  const asked = get('/arbitrum/ping', { signal: gone.signal }).catch(() => 'gone')
  await until(() => expect(simulator.session.waits.held).toBe(1))
  gone.abort()
  expect(await asked).toBe('gone')
  await until(() => expect(text()).not.toBe(''))
  expect(text()).toBe(
    '12:00:07.450 - N ms arbitrum primary     /ping  rule slow (delay), client disconnected\n',
  )
})

test("debug: also each rule's decision", async () => {
  const { get, written } = await startLogged('debug')
  await get('/arbitrum/ping')
  await until(() => expect(written).toHaveLength(2))
  expect(written[0]).toBe(
    [
      '12:00:07.450 GET arbitrum primary     /ping',
      '    down   base is primary, not fallback',
      '    later  not before 30 s, it is 0 s since the start',
      '',
    ].join('\n'),
  )
})

test('warn and below log no requests, at no cost', () => {
  expect(createRequestLog('warn', undefined as never, () => {})).toEqual({})
})
