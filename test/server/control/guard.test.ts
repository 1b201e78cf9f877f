/** Access to the control API: from this machine, or with the token. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import request from 'supertest'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startSimulator } from '../../../src/entrypoints/index.js'
import { realMillisecond } from '../../../src/kit/clock/timers.js'
import { MAX_DELAYED } from '../../../src/server/http/guard.js'
import { newFolder } from '../../support/folder.js'
import { load, oneRule } from '../../support/scenario.js'
import { createTestSimulator, type Typed } from '../../support/simulator.js'

const health = async (typed: Typed, headers: Record<string, string>) => {
  const { app } = await createTestSimulator(typed)
  const reply = await request(app).get('/__sim/v1/health').set(headers)
  return [reply.status, reply.body.error?.code ?? reply.body.status]
}

test.each(['127.0.0.1:8650', 'localhost', '[::1]:8650', 'arbitrum.localhost:8650', '127.1.2.3'])(
  'Host %s is this machine',
  async (host) => {
    expect(await health({}, { host })).toEqual([200, 'ok'])
  },
)

const FOREIGN =
  'evil.test localhost.evil.test 127.0.0.1.evil.test 10.0.0.1 [::2] 127.999.999.999 127.1 -.localhost a..localhost a@localhost localhost:123456'
test.each([...FOREIGN.split(' '), ' '])('Host %j is not: a rebinding page cannot drive it', async (host) => {
  expect(await health({}, { host })).toEqual([403, 'foreign-host'])
})

test.each([
  [{ origin: 'http://localhost:3000' }, 200],
  [{ origin: 'https://evil.test' }, 403],
  [{ origin: 'http://localhost.evil.test' }, 403],
  [{ origin: 'null' }, 403],
  [{ origin: 'file://localhost' }, 403],
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{ 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' }, 200],
  [{ 'sec-fetch-site': 'same-site' }, 200],
  [{ 'sec-fetch-site': 'none' }, 200],
])('a page that sends %j is answered %i', async (headers, status) => {
  expect((await health({}, { host: 'localhost', ...headers }))[0]).toBe(status)
})

test('base addresses are open to pages of other sites, and on public addresses', async () => {
  const { app } = await createTestSimulator({ host: '0.0.0.0' })
  const headers = { host: 'sim.test', 'sec-fetch-site': 'cross-site' }
  expect((await request(app).get('/arbitrum/ping').set(headers)).status).toBe(200)
})

test.each(['/', '/__sim/docs', '/__sim/docs/control'])('%s cannot be framed', async (path) => {
  const { app } = await createTestSimulator()
  const { headers } = await request(app).get(path).set({ host: 'localhost', accept: 'text/html' })
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
})

describe('on an address that other machines reach', () => {
  test('control is off without a token', async () => {
    expect(await health({ host: '0.0.0.0' }, { host: 'localhost' })).toEqual([403, 'control-off'])
  })

  test('the token opens it, whatever Host and Origin are', async () => {
    const typed = { host: '0.0.0.0', controlToken: 'correct horse' }
    const foreign = { host: 'ci.test', origin: 'https://ci.test' }
    expect(await health(typed, { ...foreign, authorization: 'Bearer correct horse' })).toEqual([200, 'ok'])
    expect(await health(typed, { ...foreign, authorization: 'bearer correct horse' })).toEqual([200, 'ok'])
    const wrong = ['', 'Bearer', 'Bearer wrong', 'correct horse', 'Bearer correct horse2']
    // At the same time, as each reply is delayed.
    const replies = await Promise.all(
      wrong.map((authorization) => health(typed, { ...foreign, authorization })),
    )
    for (const reply of replies) expect(reply).toEqual([401, 'bad-token'])
  })
})

test('with a token, loopback needs it too', async () => {
  expect(await health({ controlToken: 'correct horse' }, { host: 'localhost' })).toEqual([401, 'bad-token'])
})

test('--no-control: unavailable', async () => {
  const { app } = await createTestSimulator({ noControl: 'true' })
  for (const path of ['/__sim', '/__sim/v1/health', '/s/x/__sim/v1/clock'])
    expect((await request(app).get(path)).status).toBe(404)
})

test('no rule and no journal touches control calls', async () => {
  const { app, session } = await createTestSimulator()
  load(session, oneRule({ status: 500 }))
  expect((await request(app).get('/__sim/v1/health').set('host', 'localhost')).status).toBe(200)
  expect(session.journal.count()).toBe(0)
})

describe('a page of this machine may drive it from another port: its preflight is answered', () => {
  const preflight = async (typed: Typed, headers: Record<string, string>) => {
    const { app } = await createTestSimulator(typed)
    return request(app)
      .options('/__sim/v1/clock')
      .set({ 'access-control-request-method': 'PUT', ...headers })
  }

  test('without a token from local origins only', async () => {
    const reply = await preflight({}, { host: 'localhost:8650', origin: 'http://localhost:3000' })
    expect(reply.status).toBe(204)
    expect(reply.headers['access-control-allow-methods']).toContain('PUT')
    expect(reply.headers['access-control-allow-headers']).toContain('authorization')
    expect((await preflight({}, { host: 'localhost', origin: 'https://evil.test' })).status).toBe(403)
  })

  test('with a token from anywhere: it is the call itself that must carry it', async () => {
    const typed = { host: '0.0.0.0', controlToken: 'correct horse' }
    expect((await preflight(typed, { host: 'ci.test', origin: 'https://ci.test' })).status).toBe(204)
    expect(await health(typed, { host: 'ci.test', origin: 'https://ci.test' })).toEqual([401, 'bad-token'])
  })
})

describe('guessing the token', () => {
  const TOKEN = 'correct horse'

  const guess = { headers: { authorization: 'Bearer guess' } }

  /** Requests with the wrong token, once their replies are delayed; time passes as the test says. */
  async function delayedGuesses(count: number) {
    const sim = await startSimulator({ controlToken: TOKEN })
    onTestFinished(() => sim.stop())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const statuses: number[] = []
    const ask = (init?: RequestInit) => sim.fetch('/__sim/v1/health', init)
    const all = Array.from({ length: count }, async () => statuses.push((await ask(guess)).status))
    while (vi.getTimerCount() < count) await realMillisecond()
    return { ask, statuses, all: Promise.all(all) }
  }

  test('a wrong one is answered after a second; the right one and none at all are not', async () => {
    const { ask, statuses, all } = await delayedGuesses(1)
    vi.advanceTimersByTime(999)
    expect((await ask({ headers: { authorization: `Bearer ${TOKEN}` } })).status).toBe(200)
    expect((await ask()).status).toBe(401)
    expect(statuses).toEqual([])
    vi.advanceTimersByTime(1)
    await all
    expect(statuses).toEqual([401])
  })

  test('a limited number of replies is delayed', async () => {
    const { ask, statuses, all } = await delayedGuesses(MAX_DELAYED)
    const refused = await ask(guess)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    vi.advanceTimersByTime(1000)
    await all
    expect(statuses).toEqual(Array(MAX_DELAYED).fill(401))
  })
})

describe('the token from a file', () => {
  const folder = newFolder()
  const fileOf = (text: string) => {
    const path = join(folder, 'token')
    writeFileSync(path, text)
    return path
  }

  test('is equal to a typed token, without the trailing line break', async () => {
    const typed = { controlTokenFile: fileOf('correct horse\n'), host: '0.0.0.0' }
    expect(await health(typed, { authorization: 'Bearer correct horse' })).toEqual([200, 'ok'])
    expect(await health(typed, { authorization: 'Bearer correct horses' })).toEqual([401, 'bad-token'])
    const short = health({ controlTokenFile: fileOf('short') }, {})
    await expect(short).rejects.toThrow('write a token of at least 8 characters')
  })
})

test.each(['127.evil.example', '127.1', 'localhost.evil.example', '::2'])(
  'on %s, which is no loopback, control needs a token',
  async (host) => {
    expect(await health({ host }, { host: 'localhost' })).toEqual([403, 'control-off'])
  },
)

test('without the token, a reply does not depend on whether a session exists', async () => {
  const { app } = await createTestSimulator({ controlToken: 'secret-token' })
  const authorization = 'Bearer secret-token'
  const created = await request(app).post('/__sim/v1/sessions').set({ authorization }).send('{"id":"mine"}')
  expect(created.status).toBe(201)
  const reply = async (id: string, headers: Record<string, string>) => {
    const { status, body } = await request(app).get(`/s/${id}/__sim/v1/clock`).set(headers)
    return [status, body.error]
  }
  const [refused, error] = await reply('mine', {})
  expect([refused, error.code]).toEqual([401, 'bad-token'])
  expect(await reply('none', {})).toEqual([refused, error])
  expect((await reply('mine', { authorization }))[0]).toBe(200)
  expect((await reply('none', { authorization }))[0]).toBe(404)
})
