/**
 * OpenAPI of the control API, read from the list of its calls. What any call may answer (a bad token, a body that is no
 * JSON) is added here; a call declares only its own errors.
 */
import * as z from 'zod'
import {
  infoOf,
  jsonContent,
  OPENAPI_VERSION,
  type OpenApiDocument,
  type Part,
  pascalCase,
  reference,
  toJsonSchema,
} from './document.js'

/** What is told of a call; the calls that are run have all this and more. */
export interface DescribedCall {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** Below `/__sim/v1`, parameters as `:name`. */
  readonly path: string
  readonly about: string
  readonly perSession: boolean
  readonly body?: z.ZodType
  readonly textBody?: true
  readonly query?: z.ZodType
  /** Status of success; 200 when left out. */
  readonly status?: number
  /** What it answers; `text` for anything but JSON. */
  readonly reply?: z.ZodType | 'text'
  readonly errors?: readonly CallError[]
}

export interface CallError {
  readonly status: number
  readonly code: string
  readonly about: string
}

export interface ControlApiOptions {
  readonly version: string
  /** Such as `http://127.0.0.1:8650`. */
  readonly origin: string
}

export function describeControl(
  calls: readonly DescribedCall[],
  { version, origin }: ControlApiOptions,
): OpenApiDocument {
  const root = { url: `${origin}/__sim/v1`, description: 'The server itself' }
  const inSession = {
    url: `${origin}/s/{session}/__sim/v1`,
    description: 'One session of it',
    variables: { session: { default: 'my-session', description: 'Its id, as POST /sessions answers it' } },
  }
  const paths: Record<string, Record<string, Part>> = {}
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [call.method.toLowerCase()]: {
        ...operationOf(call),
        ...(!call.perSession && { servers: [root] }),
      },
    }
  }
  return {
    openapi: OPENAPI_VERSION,
    info: infoOf("gmx-sim's control API", version, ABOUT),
    servers: [root, inSession],
    security: [{}, { token: [] }],
    paths,
    components: {
      schemas: { Error: toJsonSchema(errorSchema, 'output') },
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'The --control-token' } },
    },
  }
}

const ABOUT = `Moves the clock, changes the scenario, reads the journal and makes isolated sessions. Its calls are
never faulted and never journalled.

An unknown call is answered 404 with code \`no-such-call\`, a method that a call does not have 405 with \`wrong-method\` and
\`Allow\`.`

const errorSchema = z.strictObject({
  error: z.strictObject({
    code: z.string().meta({ description: 'For programs' }),
    message: z.string().meta({ description: 'What was wrong' }),
    hint: z.string().meta({ description: 'What to do instead' }),
  }),
})

function operationOf(call: DescribedCall): Part {
  const { method, path, about, query, body, textBody } = call
  return {
    operationId: `${method.toLowerCase()}${pascalCase(path)}`,
    summary: about.split(/[:;.] /, 1)[0].replace(/\.$/, ''),
    description: about,
    parameters: [...pathParameters(path), ...(query === undefined ? [] : queryParameters(query))],
    ...(body !== undefined && { requestBody: bodyOf(toJsonSchema(body, 'input')) }),
    ...(textBody && { requestBody: { required: true, content: SCENARIO_CONTENT } }),
    responses: responsesOf(call),
  }
}

/** An empty body is read as an empty object, so it is needed only where that lacks something. */
function bodyOf(schema: Part): Part {
  return { ...(schema['required'] !== undefined && { required: true }), content: jsonContent(schema) }
}

const SCENARIO_CONTENT: Part = {
  'application/yaml': { schema: { type: 'string' } },
  'application/json': { schema: { type: 'object' } },
}

function pathParameters(path: string): Part[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
}

function queryParameters(query: z.ZodType): Part[] {
  const { properties = {}, required = [] } = toJsonSchema(query, 'input') as {
    properties?: Readonly<Record<string, Part>>
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

function responsesOf({ status = 200, reply, ...call }: DescribedCall): Part {
  const errors = new Map<number, string[]>()
  for (const { status, code, about } of [...(call.errors ?? []), ...commonErrors(call)])
    errors.set(status, [...(errors.get(status) ?? []), `\`${code}\`: ${about}`])
  return {
    [status]: { description: 'Done', ...(reply !== undefined && { content: replyContent(reply) }) },
    ...Object.fromEntries(
      [...errors].map(([status, lines]) => [
        status,
        { description: lines.join('; '), content: jsonContent(reference('schemas', 'Error')) },
      ]),
    ),
  }
}

function replyContent(reply: z.ZodType | 'text'): Part {
  return reply === 'text'
    ? { 'text/plain': { schema: { type: 'string' } } }
    : jsonContent(toJsonSchema(reply, 'output'))
}

/** What any call like this one may answer. */
function commonErrors({ body, textBody, query, perSession }: Omit<DescribedCall, 'reply'>): CallError[] {
  const error = (status: number, code: string, about: string) => ({ status, code, about })
  return [
    ...(body === undefined
      ? []
      : [
          error(400, 'bad-json', 'the body is not JSON'),
          error(400, 'bad-body', 'the body has a wrong or unknown key'),
        ]),
    ...(query === undefined ? [] : [error(400, 'bad-query', 'a parameter is wrong, unknown or given twice')]),
    ...(body === undefined && textBody === undefined
      ? []
      : [
          error(413, 'body-too-large', 'the body is larger than 1 MiB'),
          error(415, 'bad-request', 'the body is in an unknown charset or encoding'),
        ]),
    error(401, 'bad-token', 'the token is missing or wrong'),
    error(403, 'control-off', 'control needs a token on an address that other machines reach'),
    error(403, 'foreign-host', 'the Host header is not of this machine'),
    error(403, 'foreign-origin', 'the page that asks is not of this machine'),
    ...(perSession ? [error(404, 'no-such-session', 'the session has ended or never was')] : []),
    error(500, 'internal', 'a bug: see the log'),
  ]
}
