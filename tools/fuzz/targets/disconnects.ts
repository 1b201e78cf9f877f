/** Clients that leave while they are held, sent to, or not yet answered: nothing stays of them. */
import fc from 'fast-check'
import { controlOf } from '../../../test/support/control.js'
import { defineTarget, hold } from '../target.js'
import { talk } from '../wire.js'

const FAULTS = [
  { hang: true },
  { delay: '5s' },
  { drip: '1s' },
  { truncate: 0.5 },
  { reset: 'before' },
  { close: true },
  { status: 503, delay: '2s' },
  { stale: '5s' },
]
const SESSION = 'disconnects'

export const disconnects = defineTarget<{
  fault: number
  requests: number
  cutAfter: number
  clients: number
}>({
  name: 'disconnects',
  inputs: fc.record({
    fault: fc.nat(FAULTS.length),
    requests: fc.integer({ min: 1, max: 40 }),
    cutAfter: fc.oneof(fc.constant(0), fc.nat(20_000)),
    clients: fc.integer({ min: 1, max: 6 }),
  }),
  count: ({ requests, clients }) => requests * clients,
  async attack({ fault, requests, cutAfter, clients }, { attacked: { url } }) {
    await controlOf(url).post('/sessions', { id: SESSION })
    const options = FAULTS.at(fault)
    const scenario = { rules: options === undefined ? [] : [{ when: { every: 2 }, fault: options }] }
    await controlOf(`${url}/s/${SESSION}`).put('/scenario', scenario)
    const text = `GET /s/${SESSION}/arbitrum/prices/candles?tokenSymbol=ETH&period=1m&limit=20 HTTP/1.1\r\nhost: x\r\n\r\n`
    const talks = Array.from({ length: clients }, () =>
      talk(url, text.repeat(requests), { cutAfter, patienceMs: 150 }),
    )
    // Requests that are held forever disconnect too.
    const over = setTimeout(() => void controlOf(url).delete(`/sessions/${SESSION}`), 200)
    await Promise.all(talks)
    clearTimeout(over)
    await controlOf(url).delete(`/sessions/${SESSION}`)
    let held = Infinity
    for (let tries = 0; held > 0 && tries < 100; tries++) {
      const text = await (await fetch(`${url}/__sim/v1/metrics`)).text()
      held = Number(/^gmx_sim_requests_held (\d+)$/m.exec(text)?.[1] ?? Number.NaN)
      if (held > 0) await new Promise((resolve) => setTimeout(resolve, 100))
    }
    hold(held === 0, 'nobody is held any more', held)
  },
})
