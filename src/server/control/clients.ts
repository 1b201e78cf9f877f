/** The clients of a session and how they cope with failures, judged as in a rehearsal; the prices that they report. */

import * as z from 'zod'
import { UserError } from '../../kit/errors.js'
import { base, network } from '../../scenario/values.js'
import { clientsOf } from '../../session/clients/conduct.js'
import { currentGrades } from '../../session/clients/grades.js'
import { ControlError } from '../../session/control-errors.js'
import { defineCall } from './define.js'

/** Newest requests of a call, which bound the time that it takes. */
const MAX_RECORDS = 2000

const clientIdentity = {
  userAgent: z.string().nullable(),
  address: z.string().nullable().describe('As in the journal'),
}

const client = z.strictObject({
  ...clientIdentity,
  requests: z.int(),
  perSecond: z.number().describe('Requests per real second over the last five seconds'),
  bases: z.array(z.strictObject({ network, base })).describe('In order of first use'),
  failed: z.int().describe('Requests without an answer, or with an error'),
  flawed: z.int().describe('Answers with old, partial or false data'),
  retries: z.int().describe('Repeated requests to a base that had just failed'),
  failovers: z.int().describe('Requests to another base after a failure'),
  honoured: z.int().describe('Replies with Retry-After that it waited for'),
  ignored: z.int().describe('Replies with Retry-After that it did not wait for'),
  longestMs: z
    .number()
    .describe('Longest time without a good reply to one network and endpoint; 0 if all were good'),
  last: z.int().describe('Number of its last request'),
})

const clientsReply = z.strictObject({
  clients: z.array(client),
  since: z.int().describe('Number of the first request that counts; 0 without any'),
})

const graded = z.strictObject({
  ...clientIdentity,
  verdict: z
    .enum(['running', 'pass', 'fail', 'not proven', 'not exercised', 'cut short'])
    .describe('As of a rehearsal; running until it is over, unless a check that it must pass has failed'),
  score: z.int().nullable().describe('0 to 100; null while there is nothing to judge'),
  judged: z.int().describe('Number of checks that could be judged'),
  of: z.int().describe('Number of checks'),
  problem: z.string().nullable().describe('Why it could not be judged'),
  checks: z
    .array(
      z.strictObject({
        id: z.string(),
        level: z.enum(['MUST', 'SHOULD', 'INFO']),
        verdict: z.enum(['pass', 'warn', 'fail', 'inconclusive', 'not exercised', 'not observable']),
        because: z.string(),
        evidence: z.array(z.int()).describe('Numbers of requests'),
      }),
    )
    .describe('Costliest first'),
})

const gradesReply = z.strictObject({
  scenario: z.string().nullable().describe('Null without a scenario'),
  phase: z.enum(['warm-up', 'incident', 'recovery']).nullable(),
  leftMs: z
    .number()
    .nullable()
    .describe('Virtual ms until the grades are final; null for a scenario that does not end'),
  skippedMs: z
    .number()
    .describe('Virtual ms by which the running clock was moved since the scenario was loaded; not graded'),
  clients: z.array(graded),
})

const incidentsReply = z.strictObject({
  incidents: z
    .array(
      z.strictObject({
        scenario: z.string().nullable(),
        loadedAt: z.iso.datetime().describe('Virtual time'),
        clients: z
          .array(
            z.strictObject({
              ...clientIdentity,
              requests: z.int(),
              failed: z.int().describe('Requests without an answer, or with an error'),
              firstFailureAt: z.iso.datetime().nullable().describe('Virtual time'),
              failovers: z.int().describe('Requests to another base after a failure'),
              outageMs: z.number().describe('Longest time without a good reply to one network and endpoint'),
              outageOf: z.string().nullable().describe('That network and endpoint'),
              worst: z
                .strictObject({ check: z.string(), because: z.string() })
                .nullable()
                .describe('Costliest finding on it; with a store: as graded by this replica'),
            }),
          )
          .describe('Longest outage first, at most 50'),
      }),
    )
    .describe('Newest last, the last ten'),
})

export const clientCalls = [
  defineCall('GET /clients', {
    about:
      'Clients of the newest 2,000 requests by address and user agent: rate, bases, failures, and how each coped.',
    reads: ['journal'],
    reply: clientsReply,
    async run({ session }) {
      const { journal } = session
      const lines = journal.lines().slice(-MAX_RECORDS)
      const now = { atMs: session.nowMs(), realMs: journal.realMs() }
      return { clients: clientsOf(lines, now), since: lines[0]?.n ?? 0 }
    },
  }),
  defineCall('GET /incidents', {
    about: 'Scenarios that were played, and how each client fared.',
    reads: ['journal'],
    reply: incidentsReply,
    async run({ session }) {
      currentGrades(session)
      const incidents = session.runs.map(({ rules: { id, name, loadedAtMs } }) => ({
        scenario: name ?? null,
        loadedAt: new Date(loadedAtMs).toISOString(),
        clients: session.journal.incidents.of(id).map(({ firstFailureMs, outage, ...facts }) => ({
          ...facts,
          firstFailureAt: firstFailureMs === null ? null : new Date(firstFailureMs).toISOString(),
          outageMs: outage?.ms ?? 0,
          outageOf: outage?.of ?? null,
        })),
      }))
      return { incidents }
    },
  }),
  defineCall('GET /clients/grades', {
    about:
      'Grades of the clients while a scenario plays, by the checks of a rehearsal over the newest 4,000 requests.',
    reads: ['journal', 'rules'],
    reply: gradesReply,
    async run({ session }) {
      const grades = currentGrades(session)
      if (grades === undefined)
        return { scenario: null, phase: null, leftMs: null, skippedMs: 0, clients: [] }
      return { scenario: session.scenario?.name ?? '', ...grades }
    },
  }),
]

const PRICE_HINT =
  'write the price in USD as text, such as "2041.19", or the string of the API with "raw": true'

export const observeCalls = [
  defineCall('POST /observe', {
    about:
      'Reports the price that a rehearsed client acted on: USD, or the raw string of the API with `raw`.',
    body: z.strictObject({
      symbol: z.string({ error: 'write a symbol of /tokens, such as "ETH"' }).max(100),
      price: z
        .union([z.string().max(100), z.number(), z.null()], { error: PRICE_HINT })
        .transform((price) => String(price ?? 'null')),
      network: network.optional(),
      raw: z.boolean().optional(),
    }),
    example: { symbol: 'ETH', price: '2041.1929', network: 'arbitrum' },
    reply: z.strictObject({
      observed: z.boolean().describe('False if no rehearsal is running'),
    }),
    errors: ['no-such-token'],
    run({ session, body: { symbol, price, network, raw } }) {
      const { recorder } = session
      try {
        recorder?.observe({ symbol, price, raw, network })
      } catch (error) {
        if (!(error instanceof UserError)) throw error
        throw new ControlError('no-such-token', `${error.what}: ${error.seen}`, error.hint)
      }
      return { observed: recorder !== undefined }
    },
  }),
]
