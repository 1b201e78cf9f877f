import { expect, test } from '@jest/globals'

const { GMX_SIM_URL, GMX_SIM_ARBITRUM_URL } = process.env

test('the primary limits the rate of a session', async () => {
  const rules = [{ match: { base: 'primary' }, fault: { status: 429, retryAfter: '2s' } }]
  const { id, baseUrls, controlUrl } = await control('POST', `${GMX_SIM_URL}/__sim/v1/sessions`, {
    scenario: { rules },
  })
  expect((await fetch(`${baseUrls.arbitrum.primary}/prices/tickers`)).status).toBe(429)
  expect((await fetch(`${baseUrls.arbitrum.fallback}/prices/tickers`)).status).toBe(200)
  expect(await control('GET', `${controlUrl}/journal/count?status=429`)).toEqual({ count: 1 })
  await control('DELETE', `${GMX_SIM_URL}/__sim/v1/sessions/${id}`)
  expect((await fetch(`${GMX_SIM_ARBITRUM_URL}/prices/tickers`)).status).toBe(200)
})

async function control(method: string, url: string, body?: object) {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(url, { method, headers, body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(`${method} ${url}: ${await reply.text()}`)
  return method === 'DELETE' ? undefined : reply.json()
}
