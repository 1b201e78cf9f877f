import { test } from 'vitest'
import { seenByCurl, seenByFetch, seenBySocket } from '../../support/clients.js'
import { oneRule, startUnder } from '../../support/scenario.js'

const faults = [
  { status: 429, retryAfter: '2s' }, { rateLimit: { requests: 1, per: '1s' } }, { hang: true }, { reset: 'before' }, { reset: 'body' }, { close: true }, { truncate: 0.5 }, { truncate: 0 },
  { malformed: 'json' }, { malformed: 'html' }, { malformed: 'garbage' }, { malformed: 'chunk' }, { malformed: 'encoding' },
  { drip: { bytesPerSecond: 20000 } }, { drip: { bytesPerSecond: 1000 } }, { stale: '6s' }, { partial: 0.5 }, { poison: 'zero' }, { poison: null },
  { delay: '50ms' },
]
test('explore', async () => {
  for (const fault of faults) {
    const sim = await startUnder(oneRule(fault))
    const out: unknown[] = [JSON.stringify(fault)]
    for (const path of ['/arbitrum/prices/tickers', '/arbitrum/ping']) {
      const f = await seenByFetch(sim.url + path)
      const s = await seenBySocket(sim.url + path)
      const c = await seenByCurl(sim.url + path)
      const c2 = await seenByCurl(sim.url + path, '--compressed')
      const h = await seenByFetch(sim.url + path, { method: 'HEAD' })
      out.push(f, s.end + ' ' + s.bytes.length, `curl ${c.exit}/${c2.exit} HEAD ${h}`)
    }
    const e = sim.session.journal.entries().at(0)
    console.log(out.join(' | '), e?.status, e?.outcome, e?.rule, 'held', sim.session.waits.held)
    await sim.stop()
  }
}, 100000)
