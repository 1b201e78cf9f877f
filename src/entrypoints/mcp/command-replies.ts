/** Replies of the tools that are commands. */
import * as z from '../../kit/zod.js'
import type { ScenarioJson } from '../../scenario/explain-json.js'

const span = {
  fromMs: z.number().meta({ description: 'Virtual ms since the scenario was loaded' }),
  untilMs: z.number().nullable().meta({ description: 'Null without an end' }),
  what: z.string(),
}

export const explained = z.strictObject({
  name: z.string(),
  description: z.string().exactOptional(),
  seed: z.string().exactOptional(),
  clock: z
    .strictObject({
      mode: z.string().exactOptional(),
      rate: z.number().exactOptional(),
      at: z.string().exactOptional(),
    })
    .exactOptional(),
  dialect: z.string().exactOptional(),
  prices: z.record(z.string(), z.string()).meta({ description: 'By asset' }),
  timeline: z.array(
    z.union([
      z.strictObject({ ...span, rule: z.string(), match: z.string() }),
      z.strictObject({ ...span, assets: z.array(z.string()) }),
    ]),
  ),
  expect: z.record(z.string(), z.unknown()).meta({ description: 'Bounds of its checks' }),
}) satisfies z.ZodType<ScenarioJson>

export const graded = z.strictObject({
  verdict: z.enum(['pass', 'fail', 'not proven', 'not exercised', 'cut short']),
  score: z.int().nullable().meta({ description: '0 to 100; null if no scenario has one' }),
  findings: z
    .array(
      z.strictObject({
        scenario: z.string(),
        check: z.string().nullable().meta({ description: 'Null if the scenario could not be judged' }),
        level: z.enum(['MUST', 'SHOULD', 'INFO']).nullable(),
        verdict: z.string(),
        because: z.string(),
        evidence: z.array(z.int()).readonly().meta({ description: 'Journal numbers of the requests' }),
      }),
    )
    .meta({ description: 'Worst first' }),
  report: z.string().meta({ description: 'Path of the whole report, for diff_reports and baseline' }),
})

export const compared = z.strictObject({ comparison: z.string() })
