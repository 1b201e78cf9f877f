/** Ports that a scenario closes, closed sooner than the rehearsal hears of it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { conduct } from '../../src/rehearsal/conduct.js'
import { readParts } from '../../src/rehearsal/drill.js'
import { Recording } from '../../src/rehearsal/recorder.js'
import type { ScenarioInput } from '../../src/scenario/input.js'
import { startServer } from '../../src/server/simulator.js'
import { PATIENCE_MS } from '../support/patience.js'
import { settingsFor } from '../support/simulator.js'

const GONE: ScenarioInput = {
  name: 'gone',
  rules: [{ match: { base: 'primary' }, when: { until: '1s' }, fault: { refuse: true } }],
}
/** As long as a busy machine takes to close all ports: the client goes elsewhere meanwhile. */
const CLOSING_MS = 400

test('a failover while the last ports are still closing is seen', async () => {
  const { session, baseUrls, stop } = await startServer(
    settingsFor({ splitPorts: 'true', clock: 'real' }),
    () => {},
  )
  session.onChange(() => sleep(CLOSING_MS))
  const over = new AbortController()
  const polling = (async () => {
    const { primary, fallback } = baseUrls.arbitrum
    while (!over.signal.aborted) {
      const ask = (url: string) => fetch(`${url}/prices/tickers`).then((reply) => reply.text())
      await ask(primary).catch(() => ask(fallback))
      await sleep(50)
    }
  })()
  try {
    const [part] = await readParts([GONE], session.catalogue, undefined)
    const timeline = await conduct({
      ...{ part, session, recording: new Recording(session), signal: over.signal },
      durations: { warmUpMs: 1000, coolDownMs: 1000, startMs: PATIENCE_MS },
      cast: { ended: new Promise(() => {}), stop: async () => over.abort(), programs: () => [] },
    })
    if (timeline === undefined) throw new Error('left out')
    const failover = timeline.requests.find(({ asked }) => asked.base === 'fallback')
    expect(failover?.atMs).toBeGreaterThanOrEqual(timeline.rules[0].fromMs)
  } finally {
    over.abort()
    await polling
    await stop()
  }
})
