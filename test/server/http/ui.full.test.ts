/** The dashboard's page and files, as they are served. */

import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import request from 'supertest'
import { describe, expect, test } from 'vitest'
import { builtCli } from '../../support/cli.js'
import { createTestSimulator, type Typed } from '../../support/simulator.js'

const DIST = join(dirname(builtCli()), '..')
const simulator = await createTestSimulator()
simulator.sessions.create('mine', {})
const get = (path: string, { app } = simulator) => request(app).get(path).set('host', '127.0.0.1:8650')

describe.each(['/__sim/ui/', '/s/mine/__sim/ui/'])('%s', (path) => {
  test('is a page that refers to nothing but its own files, by relative addresses', async () => {
    const { status, headers, text } = await get(path)
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    const targets = [...text.matchAll(/(?:src|href)="(?!data:)([^"]*)"/g)].map(([, target]) => target)
    expect(targets).toEqual([
      expect.stringMatching(/^app\.css\?v=[0-9a-f]{16}$/),
      expect.stringMatching(/^app\.js\?v=[0-9a-f]{16}$/),
    ])
    expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|<style|\sstyle=/)
    for (const target of targets) {
      const file = await get(`${path}${target}`).buffer()
      const name = target.split('?')[0]
      expect([file.status, file.headers['cache-control']]).toEqual([200, 'max-age=31536000, immutable'])
      expect(file.headers['x-content-type-options']).toBe('nosniff')
      const packed = readFileSync(join(DIST, 'ui', `${name}.gz`))
      expect(file.text ?? file.body.toString()).toBe(gunzipSync(packed).toString())
    }
  })

  test('allows no script, style, frame or connection but its own', async () => {
    const { headers } = await get(path)
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
  })

  test('without its slash leads there, whatever path a proxy has put before it', async () => {
    const { status, headers } = await get(path.slice(0, -1))
    expect([status, headers['location']]).toEqual([302, 'ui/'])
  })
})

test.each(['/__sim/ui', '/__sim/ui/app.js', '/s/mine/__sim/ui/'])('%s is only read', async (path) => {
  const asked = (method: 'post' | 'options') =>
    request(simulator.app)[method](path).set({ host: '127.0.0.1:8650', accept: 'application/json' })
  const refused = await asked('post')
  expect([refused.status, refused.headers['allow']]).toEqual([405, 'GET, HEAD'])
  expect(refused.body.errors).toEqual(['POST is not supported: the dashboard is read with GET.'])
  const { status, headers } = await asked('options')
  expect([status, headers['allow']]).toEqual([200, 'GET, HEAD'])
})

test('assets of another version are revalidated', async () => {
  for (const query of ['', '?v=0123456789abcdef'])
    expect((await get(`/__sim/ui/app.js${query}`)).headers['cache-control']).toBe('no-cache')
  expect((await get('/__sim/ui/other.js')).status).toBe(404)
})

describe('an unavailable page explains why', () => {
  const shown = async (typed: Typed, path: string) => {
    const made = await createTestSimulator(typed)
    const page = await get(path, made).set('accept', 'text/html')
    const told = await get(path, made).set('accept', 'application/json')
    expect(told.status).toBe(page.status)
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    const [sentence] = told.body.errors
    expect(page.text).toContain(`<p>${sentence}</p>`)
    return [page.status, sentence]
  }

  test.each<[path: string, typed: Typed, status: number, sentence: string]>([
    ['/__sim/ui', { noControl: 'true' }, 404, 'The dashboard is off: gmx-sim was started with --no-control.'],
    [
      '/__sim/ui/',
      { host: '0.0.0.0' },
      403,
      'The dashboard is off on a public address. Start gmx-sim with --control-token.',
    ],
    ['/s/none/__sim/ui/', {}, 404, 'Session none does not exist. It may have ended.'],
  ])('%s with %j', async (path, typed, status, sentence) => {
    expect(await shown(typed, path)).toEqual([status, sentence])
  })
})

test('with a token the page is there, and its calls are not', async () => {
  const guarded = await createTestSimulator({ controlToken: 'correct horse' })
  expect((await get('/__sim/ui/', guarded)).status).toBe(200)
  expect((await get('/__sim/v1/session', guarded)).status).toBe(401)
})
