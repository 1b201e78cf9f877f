/** OpenAPI document of the control API, generated from the list of its calls. */

import * as z from 'zod'
import { groupBy } from '../../kit/maps.js'
import type { Bases } from '../../market/catalogue/bases.js'
import { type DescribedCall, errorsOf } from '../control/define.js'
import {
  infoOf,
  jsonContent,
  OPENAPI_VERSION,
  type OpenApiDocument,
  type OpenApiPart,
  pascalCase,
  reference,
  toJsonSchema,
} from './document.js'

/** `origin` is for example `http://127.0.0.1:8650`; `hasToken`, whether calls need the control token. */
export function describeControl(
  calls: readonly DescribedCall[],
  origin: string,
  bases: Bases,
  hasToken: boolean,
): OpenApiDocument {
  const root = { url: `${origin}/__sim/v1`, description: 'The default session' }
  const inSession = {
    url: `${origin}/s/{session}/__sim/v1`,
    description: 'One session',
    variables: {
      session: { default: 'my-session', description: 'Session id, as returned by POST /sessions' },
    },
  }
  const paths: Record<string, Record<string, OpenApiPart>> = {}
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [call.method.toLowerCase()]: {
        ...operationOf(call, bases),
        ...(call.isOfServer && { servers: [root] }),
        ...(hasToken && call.isOpen && { security: [] }),
      },
    }
  }
  return {
    openapi: OPENAPI_VERSION,
    info: infoOf("gmx-sim's control API", ABOUT),
    servers: [root, inSession],
    ...(hasToken && { security: [{ token: [] }] }),
    paths,
    components: {
      schemas: { Error: toJsonSchema(errorSchema, 'output') },
      ...(hasToken && { securitySchemes: TOKEN }),
    },
  }
}

const TOKEN = { token: { type: 'http', scheme: 'bearer', description: 'The --control-token' } }

/** Subjects of the calls, by the first part of their path; all others are about the server. */
const SUBJECTS: Readonly<Record<string, string>> = {
  clock: 'Clock',
  scenario: 'Scenario',
  scenarios: 'Scenario',
  market: 'Market',
  prices: 'Market',
  bases: 'Requests',
  clients: 'Requests',
  journal: 'Requests',
  observe: 'Requests',
  reset: 'Session',
  session: 'Session',
  sessions: 'Session',
  snapshots: 'Session',
  watch: 'Session',
}

const ABOUT = `Moves the clock, changes the scenario, reads the journal and creates isolated sessions. Rules and the journal do not
apply to its calls.

Unknown calls return 404 with code \`no-such-call\`, unsupported methods 405 with \`wrong-method\` and \`Allow\`.`

const errorSchema = z.strictObject({
  error: z.strictObject({
    code: z.string().describe('For programs'),
    message: z.string().describe('What is wrong'),
    hint: z.string().describe('What to do instead'),
  }),
})

function operationOf(call: DescribedCall, bases: Bases): OpenApiPart {
  const { method, path, about, query, body, textBody, example } = call
  return {
    operationId: `${method.toLowerCase()}${pascalCase(path)}`,
    tags: [SUBJECTS[path.split('/')[1]!] ?? 'Server'],
    summary: about.replace(/([:;.] .*|\.)$/, ''),
    description: about,
    parameters: [...pathParameters(path), ...(query === undefined ? [] : queryParameters(query, bases))],
    ...(body !== undefined && { requestBody: bodyOf(toJsonSchema(body, 'input', bases), example) }),
    ...(textBody && { requestBody: { required: true, content: scenarioContent(example) } }),
    responses: responsesOf(call, bases),
  }
}

/** Required unless an empty object is valid, as an empty body means one. */
function bodyOf(schema: OpenApiPart, example: unknown): OpenApiPart {
  return {
    ...(schema['required'] !== undefined && { required: true }),
    content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
  }
}

function scenarioContent(example: unknown): OpenApiPart {
  return {
    // Any type is accepted; Swagger UI has an editor for this one, but not for application/yaml.
    'text/yaml': { schema: { type: 'string' }, ...(example !== undefined && { example }) },
    'application/json': { schema: { type: 'object' } },
  }
}

function pathParameters(path: string): OpenApiPart[] {
  const described = { in: 'path', required: true, schema: { type: 'string' } }
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, ...described }))
}

function queryParameters(query: z.ZodType, bases: Bases): OpenApiPart[] {
  const { properties = {}, required = [] } = toJsonSchema(query, 'input', bases) as {
    properties?: Readonly<Record<string, OpenApiPart>>
    required?: readonly string[]
  }
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema,
  }))
}

function responsesOf(call: DescribedCall, bases: Bases): OpenApiPart {
  const { status = 200, reply, events } = call
  const errors = groupBy(errorsOf(call), ({ status }) => status)
  return {
    [status]:
      events === undefined
        ? { description: 'Done', content: replyContent(reply, bases) }
        : { description: 'Events, each with JSON as its data', content: eventsContent(events, bases) },
    ...Object.fromEntries(
      [...errors].map(([status, lines]) => {
        const description = lines.map(({ line }) => line).join('; ')
        return [status, { description, content: jsonContent(reference('schemas', 'Error')) }]
      }),
    ),
  }
}

function replyContent(reply: z.ZodType | 'text', bases: Bases): OpenApiPart {
  return reply === 'text'
    ? { 'text/plain': { schema: { type: 'string' } } }
    : jsonContent(toJsonSchema(reply, 'output', bases))
}

/** OpenAPI 3.1 cannot describe the events of a stream. */
function eventsContent(events: NonNullable<DescribedCall['events']>, bases: Bases): OpenApiPart {
  const toSchema = ([name, schema]: [string, z.ZodType]) => [name, toJsonSchema(schema, 'output', bases)]
  const schemas = Object.fromEntries(Object.entries(events).map(toSchema))
  return { 'text/event-stream': { schema: { type: 'string' }, 'x-events': schemas } }
}
