/** Indexes of the server and of its control API, and hints for paths that a newcomer tries first. */
import { createHash } from 'node:crypto'
import request from 'supertest'
import { expect, test } from 'vitest'
import { NETWORKS } from '../../../src/market/catalogue/networks.js'
import { createTestSimulator } from '../../support/simulator.js'

const HOST = '127.0.0.1:8650'
const { app, sessions } = await createTestSimulator()
sessions.create('mine', {})
const get = (path: string) => request(app).get(path).set('host', HOST)

test.each([
  ['/', ''],
  ['/s/mine', '/s/mine'],
  ['/s/mine/', '/s/mine'],
])('GET %s lists the base addresses as JSON for a program', async (path, below) => {
  const { body } = await get(path)
  expect(Object.keys(body.baseUrls)).toEqual(NETWORKS)
  expect(body.baseUrls.arbitrum['fallback-2']).toBe(`http://${HOST}${below}/arbitrum-fallback-2`)
})

test('GET / is a page for a browser, which runs one script', async () => {
  const { headers, text } = await get('/').set('accept', 'text/html,*/*;q=0.8')
  expect(headers['content-type']).toContain('text/html')
  expect(text).toContain(`href="http://${HOST}/avalanche/prices/tickers"`)
  const [, script] = /<script>([\s\S]*?)<\/script>/.exec(text) ?? []
  expect(text.split('<script')).toHaveLength(2)
  const hash = createHash('sha256').update(script).digest('base64')
  expect(headers['content-security-policy']).toContain(`script-src 'sha256-${hash}';`)
})

test.each([
  ['/__sim', 10],
  ['/__sim/', 10],
  ['/s/mine/__sim', 4],
])('GET %s lists paths that exist', async (path, count) => {
  const { status, body } = await get(path)
  expect(status).toBe(200)
  expect(Object.keys(body)).toHaveLength(count)
  for (const listed of Object.values<string>(body)) {
    const reply = await get(listed)
    // Pages for browsers need a build, which the fast lane does without.
    if (reply.status !== 200) expect(reply.text, listed).toMatch(/npm run build/)
  }
})

test.each([
  ['/prices/tickers', '; did you mean /arbitrum/prices/tickers?'],
  ['/ping/?x=1', '; did you mean /arbitrum/ping?'],
  ['/s/mine/prices/tickers', '; did you mean /s/mine/arbitrum/prices/tickers?'],
  ['/avalance/prices/tickers', '; did you mean /avalanche/prices/tickers?'],
  ['/arbitrum-falback/nope', '; did you mean /arbitrum-fallback?'],
  ['/nope', '; begin with a base address, such as /arbitrum/prices/tickers'],
  ['/arbitrum/', ' a base address itself: ask for a path below it, such as /ping'],
])('404 of %s: %s', async (path, hint) => {
  const { status, body } = await get(path)
  const place = hint.startsWith(';') ? ` ${path.split('?')[0]}` : ''
  expect([status, body]).toEqual([404, { errors: [`there is nothing at${place}${hint}`] }])
})
