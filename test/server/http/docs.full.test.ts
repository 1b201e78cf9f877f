/** The page to read and try both APIs: everything it needs comes from the simulator itself. */
import request from 'supertest'
import { expect, test } from 'vitest'
import { createTestSimulator } from '../../support/simulator.js'

const simulator = await createTestSimulator()
const get = (path: string) => request(simulator.app).get(path).set('host', '127.0.0.1:8650')

test.each(['/__sim/docs', '/__sim/docs/control'])(
  '%s refers to nothing from outside, and no browser would load it',
  async (path) => {
    const { text, headers } = await get(path)
    const targets = [...text.matchAll(/(?:src|href|data-document)="([^"]*)"/g)].map(([, target]) => target)
    expect(targets.length).toBeGreaterThan(2)
    for (const target of targets.filter((target) => !target.startsWith('data:'))) {
      expect(target).toMatch(/^\/__sim\//)
      // As browsers resolve it: `/__sim/../` is the index.
      const { pathname } = new URL(target, 'http://127.0.0.1:8650')
      expect((await get(pathname)).status, target).toBe(200)
    }
    expect(text).not.toMatch(/\/\//)
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'")
    expect(headers['content-security-policy']).toContain("connect-src 'self'")
  },
)

test('no page without control; with a token the page is open, but metrics need the token', async () => {
  const none = await createTestSimulator({ noControl: 'true' })
  expect((await request(none.app).get('/__sim/docs')).status).toBe(404)
  expect((await request(none.app).get('/__sim/v1/openapi.json')).status).toBe(404)
  const guarded = await createTestSimulator({ controlToken: 'secret-token' })
  const statuses = ['/docs', '/v1/openapi.json', '/v1/control-openapi.json', '/v1/metrics'].map(
    async (path) => (await request(guarded.app).get(`/__sim${path}`)).status,
  )
  expect(await Promise.all(statuses)).toEqual([200, 200, 200, 401])
  const metrics = await request(guarded.app)
    .get('/__sim/v1/metrics')
    .set('authorization', 'Bearer secret-token')
  expect(metrics.status).toBe(200)
})
