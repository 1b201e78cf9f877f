/** The reference clients still do what their recordings show; `npm run record:clients` writes them anew. */
import { expect, test } from 'vitest'
import { rehearse, timelinesOf } from '../support/timelines.js'
import { inProcess } from './clients/in-process.js'
import { WARM_UP_MS } from './clients/scenarios.js'
import { readRecording, recordingPath, writeRecording } from './recorded.js'
import { incidentOf, ROWS } from './verdicts.js'

test.for(ROWS)('$client, $incident', async (row) => {
  const { scenario, coolDownMs } = incidentOf(row)
  const report = await rehearse({
    scenarios: [scenario],
    client: inProcess(row.client),
    warmUp: `${WARM_UP_MS}ms`,
    coolDown: `${coolDownMs}ms`,
  })
  const [timeline] = timelinesOf(report)
  // Newer versions of V8 also say in which line a text is no JSON.
  const text = writeRecording(timeline).replaceAll(/ \(line \d+ column \d+\)/g, '')
  expect(writeRecording(readRecording(text))).toBe(text)
  await expect(text).toMatchFileSnapshot(recordingPath(row.client, row.incident))
})
