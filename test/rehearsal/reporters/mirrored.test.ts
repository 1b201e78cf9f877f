/** A run and its baseline beside each other on the page: lanes, first divergence, checks that differ. */
import { expect, test } from 'vitest'
import { withBaseline } from '../../../src/rehearsal/baseline.js'
import type { Report } from '../../../src/rehearsal/report.js'
import { writeHtml } from '../../../src/rehearsal/reporters/html.js'
import { rehearse, timelinesOf } from '../../support/timelines.js'
import { inProcess } from '../clients/in-process.js'

const SHORT = { scenarios: ['primary-down'], warmUp: '10s', coolDown: '20s' } as const

test('lanes of both runs on one clock, where they diverge, and what changed', async () => {
  const [failing, passing] = [
    await rehearse({ ...SHORT, client: inProcess('hammering') }),
    await rehearse({ ...SHORT, warmUp: '15s', client: inProcess('walker') }),
  ]
  // As read from a file.
  const earlier = JSON.parse(JSON.stringify(failing)) as Report
  const report = withBaseline(passing, earlier)
  const [{ lanes, baseline }] = report.scenarios
  expect(lanes?.lanes.find(({ name }) => name.startsWith('arbitrum-fallback'))?.signs).toMatch(/^ {30,}.*\./)
  expect(baseline?.incidentMs).toBe(10_000)
  const html = writeHtml(report, timelinesOf(passing))
  const section = html.slice(html.indexOf('This run (above)'), html.indexOf('Failures and warnings'))
  expect(section).toMatch(
    /First divergence 1\d(\.\d)? s into the incident: good answers of arbitrum-fallback \S+ in this run only\./,
  )
  expect(section).toMatch(/<th scope="row">answers-again<\/th>.*fail.*pass.*better/)
  expect(section.match(/class="lane"/g)?.length).toBe(4)
  expect(section).not.toMatch(/NaN|Infinity|undefined/)
})

test('what only the longer run lasted for is no divergence', async () => {
  const client = inProcess('walker')
  const [short, long] = [
    await rehearse({ ...SHORT, client }),
    await rehearse({ ...SHORT, coolDown: '40s', client }),
  ]
  const against = (earlier: Report) => writeHtml(withBaseline(long, earlier), timelinesOf(long))
  expect(against(short)).toContain('The runs do not diverge.')
  expect(against(long)).toContain('No check changed.')
})
