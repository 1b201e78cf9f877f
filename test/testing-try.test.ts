import { expect, test } from 'vitest'
import { startSimulator } from '../src/index.js'
test('x', async () => {
  const times: number[] = []
  for (let i=0;i<12;i++) { const t=performance.now(); const s = await startSimulator(); times.push(performance.now()-t); await s.stop() }
  console.log(times.map(t=>t.toFixed(1)).join(' '))
  await using sim = await startSimulator({ seed: '42', clock: { mode: 'frozen', at: '2026-03-01T12:00:00Z' }, scenario: { rules: [{ match: { base: 'primary', endpoint: 'tickers' }, when: { calls: '1..2' }, fault: { status: 429, retryAfter: '2s' } }] } })
  console.log(sim.url, sim.env)
  console.log((await sim.fetch('/arbitrum/prices/tickers')).status, sim.journal.count({ status: 429 }))
  const a = await sim.fetch('https://arbitrum-api-fallback.gmxinfra.io/prices/tickers')
  const b = await fetch(sim.baseUrl('arbitrum', 'fallback') + '/prices/tickers')
  console.log([...a.headers], [...b.headers])
  expect(await a.text()).toBe(await b.text())
  const ts: number[] = []
  for (let i=0;i<200;i++) { const t=performance.now(); const s = await sim.session(); ts.push(performance.now()-t); if (i%2) await s.stop() }
  ts.sort((a,b)=>a-b); console.log('session', ts[100], ts[190])
  console.log((await sim.ask('arbitrum', 'candles', { tokenSymbol: 'ETH', period: '1h', limit: 2 })).candles)
  console.log(sim.journal.entries())
  await expect(sim.loadScenario('scenarios/nope.yaml')).rejects.toThrow('there is no such')
  await sim.loadScenario('scenarios/primary-outage.yaml').catch(e => console.log(e.message))
  for (const bad of [{ sede: 1 }, { port: 'x' }, { clock: { at: '1800-01-01' } }, { clock: 'frozen' }, { scenario: 'nope.yaml' }, { scenario: { rules: [{ fault: { statsu: 3 } }] } }, { scenario: 'rules: [\n  { fault: { statsu: 3 } }]' }, { port: Number(new URL(sim.url).port) }, { clock: { mod: 'x' } }, { host: '1.2.3.4' }])
    await startSimulator(bad as never).then(() => console.log('STARTED', bad), (e) => console.log(e.name, e.message))
})
