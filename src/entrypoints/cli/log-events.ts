/** The events of `--log-format json`: the only declaration for the writer, the JSON Schema and the docs. */

import * as z from 'zod'
import { LOG_VERSION } from '../../kit/version.js'
import type { Bases } from '../../market/catalogue/bases.js'
import { clockReply } from '../../server/control/clock.js'
import { entryReply } from '../../server/control/journal-replies.js'
import { toJsonSchema } from '../../server/openapi/document.js'

/** Fields of every event. */
export const EVENT_FIELDS = {
  v: z
    .literal(LOG_VERSION)
    .describe('Version of the log, raised when a field is removed or changes its meaning'),
  time: z.iso.datetime().describe('Real time of the event'),
  instanceId: z.string().describe('The process that wrote the event'),
}

function defineEvent<Name extends string, Fields extends z.ZodRawShape>(
  event: Name,
  description: string,
  fields: Fields,
) {
  return z.object({ event: z.literal(event), ...fields, ...EVENT_FIELDS }).meta({ title: event, description })
}

const session = z.string().nullable().describe("Session id; null for the server's own")
/** Replicas number a journal together, after the reply. */
const { n: _, ...entryFields } = entryReply.shape

export const LOG_EVENTS = {
  ready: defineEvent('ready', 'The server accepts requests; the first line', {
    url: z.string().describe('Address of the server'),
    baseUrls: z
      .record(z.string(), z.record(z.string(), z.string()))
      .describe('Base addresses by network and base'),
    signers: z.record(z.string(), z.string()).describe("Address that signs each network's prices"),
    proxyUrl: z.string().optional().describe('Proxy for the live hosts, with `--intercept`'),
  }),
  request: defineEvent('request', 'A reply has left, or its client disconnected', {
    session,
    ...entryFields,
  }),
  scenario: defineEvent('scenario', 'A scenario was loaded or ended', {
    session,
    at: z.iso.datetime().describe('Virtual time at which it was loaded or ended'),
    name: z.string().nullable().describe('Null if none is loaded'),
    rules: z.array(z.string()).describe('Ids of its rules'),
  }),
  clock: defineEvent('clock', 'A clock was set or moved', {
    session,
    ...clockReply.shape,
  }),
  replica: defineEvent('replica', 'A replica joined, left or was lost', {
    replica: z.string().describe('Its instance id'),
    state: z.enum(['joined', 'left', 'lost']),
    host: z.string(),
    version: z.string(),
  }),
}

export type LogEvent = z.output<(typeof LOG_EVENTS)[keyof typeof LOG_EVENTS]>
export type ReadyEvent = z.output<typeof LOG_EVENTS.ready>

/** Later versions of the simulator may add fields, which the schema allows. */
export function logJsonSchemaText(bases: Bases): string {
  const document = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:gmx-sim:log:${LOG_VERSION}`,
    title: 'gmx-sim event log',
    description: 'A line of gmx-sim serve --log-format json',
    ...toJsonSchema(z.discriminatedUnion('event', Object.values(LOG_EVENTS) as never), 'input', bases),
  }
  return `${JSON.stringify(document, null, 2)}\n`
}
