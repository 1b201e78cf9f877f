/** A request whose answer fails inside the simulator was answered, with an error: it did not hang. */
import { expect, onTestFinished, test } from 'vitest'
import { Recording } from '../../src/rehearsal/recorder.js'
import { startServer } from '../../src/server/simulator.js'
import { load } from '../support/scenario.js'
import { settingsFor } from '../support/simulator.js'

test('a reply that cannot be made ends its request in the timeline', async () => {
  const { stop, session, url } = await startServer(settingsFor(), () => {})
  onTestFinished(stop)
  const recording = new Recording(session)
  const ended: string[] = []
  recording.onEnd = ({ end, fate }) => ended.push(`${end} ${fate.met} ${fate.status}`)
  const reply = () => {
    throw new Error('mine')
  }
  load(session, { rules: [{ match: { endpoint: 'ping' }, fault: { reply } }] })
  for (const path of ['ping', 'tokens']) await fetch(`${url}/arbitrum/${path}`).then((got) => got.text())
  expect(ended).toEqual(['answered error 500', 'answered good 200'])
})
