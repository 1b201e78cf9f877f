import { test } from 'vitest'
import { rehearse } from '/work/wt/rehearse/src/testing/rehearse.js'
test('try', { timeout: 60_000 }, async () => {
  const t = process.hrtime.bigint()
  const report = await rehearse({
    client: async ({ baseUrl, fetch, observe, signal }) => {
      const bases = ['primary', 'fallback', 'fallback-2'] as const
      while (!signal.aborted) {
        for (const base of bases) {
          try {
            const r = await fetch(`${baseUrl('arbitrum', base)}/prices/tickers`, { signal: AbortSignal.timeout(3000) })
            if (!r.ok) throw new Error('status')
            const rows = await r.json() as any[]
            observe({ symbol: 'ETH', price: rows.find((x) => x.tokenSymbol === 'ETH').medianPrice, raw: true })
            break
          } catch {}
        }
        await new Promise((r) => setTimeout(r, 1000))
      }
    },
  })
  console.log(Number(process.hrtime.bigint() - t) / 1e6)
  for (const s of report.scenarios) {
    console.log(s.name, s.verdict, s.score, s.problem ?? '', JSON.stringify(s.phases.map((p) => p.toMs)))
    for (const c of s.checks) console.log('   ', c.id.padEnd(20), c.verdict.padEnd(15), c.measured, c.because, c.evidence.length)
  }
})
