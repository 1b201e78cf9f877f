/** OpenAPI document of the simulated API, generated from the list of endpoints. Operation ids are endpoint ids. */

import * as z from 'zod'
import {
  cacheWindowOf,
  type Dialect,
  type Endpoint,
  exampleOf,
  methodsOf,
  type Param,
  paramsOf,
  representationOf,
} from '../../api/endpoints/define.js'
import { ROUTED } from '../../api/endpoints/index.js'
import { GENERATIONS, type Generation } from '../../market/catalogue/bases.js'
import type { Catalogue } from '../../market/catalogue/types.js'
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

/** Base addresses of a generation. */
type ServersOf = (generation: Generation) => readonly OpenApiPart[]

export function openApiOf(
  origin: string,
  { bases, networks }: Catalogue,
  dialect: Dialect,
  quietHeaders: boolean,
): OpenApiDocument {
  const serversOf: ServersOf = (generation) =>
    bases.networks
      .flatMap((network) => bases.of(network, generation))
      .map(({ network, base, prefix }) => ({
        url: `${origin}/${prefix}`,
        description: `${network}, ${base}`,
      }))
  return {
    openapi: OPENAPI_VERSION,
    info: infoOf("GMX's v1 price API, simulated", dialectText(dialect)),
    servers: serversOf(1),
    paths: Object.fromEntries(
      ROUTED.map((endpoint) => [
        endpoint.path,
        {
          [methodsOf(endpoint)[0].toLowerCase()]: operationOf(
            { ...endpoint, params: paramsOf(endpoint, dialect) },
            serversOf,
            networks,
            quietHeaders,
          ),
        },
      ]),
    ),
    components: {
      schemas: {
        ...Object.fromEntries(
          ROUTED.map((endpoint) => [
            pascalCase(endpoint.id),
            toJsonSchema(representationOf(endpoint, dialect).schema(), 'output'),
          ]),
        ),
        Errors: toJsonSchema(z.strictObject({ errors: z.array(z.string()) }), 'output'),
        ApiError: toJsonSchema(apiError(), 'output'),
      },
      headers: quietHeaders ? {} : HEADERS,
      responses: Object.fromEntries(
        GENERATIONS.flatMap((generation) =>
          Object.entries(ERRORS).map(([status, description]) => [
            nameOfError(status, generation),
            {
              description,
              headers: {
                ...headersOf(quietHeaders, ['x-gmx-sim-at', 'x-gmx-sim-rule']),
                ...(status === '500' && headersOf(quietHeaders, ['x-gmx-sim-error'])),
                ...(status === '405' && { allow: plainHeader('Allowed methods') }),
                ...(status === 'default' && { 'retry-after': plainHeader('Seconds, if the rule sends it') }),
              },
              content: jsonContent(reference('schemas', generation === 1 ? 'Errors' : 'ApiError')),
            },
          ]),
        ),
      ),
    },
  }
}

function dialectText(dialect: Dialect): string {
  return `A deterministic simulator: none of its prices is real. Every path hangs below every base address of its generation;
those of the second generation begin with \`/v1\`, and its calls that change state or need a signature are answered 501.

Replies are those of the \`${dialect}\` dialect. HEAD gives the head of GET, OPTIONS is answered 204, a method that is not
listed 405. Unknown
query parameters are ignored. A reply describes the present instant, floored to the endpoint's cache window.`
}

const HEADERS: Readonly<Record<string, OpenApiPart>> = {
  'x-gmx-sim-at': {
    description: 'The instant described by the reply',
    schema: { type: 'string', format: 'date-time' },
  },
  'x-gmx-sim-rule': plainHeader("The scenario's rule that had a hand in the reply, if any had"),
  'x-gmx-sim-error': plainHeader('Marks an internal error of the simulator'),
}

function plainHeader(description: string): OpenApiPart {
  return { description, schema: { type: 'string' } }
}

/** Errors by status; 400 applies to endpoints with parameters, 413 to those with a body. */
const ERRORS: Readonly<Record<string, string>> = {
  400: 'A parameter is missing, repeated or invalid: one sentence for each',
  404: 'Unknown path or base address',
  405: 'Method not allowed',
  413: 'Body too large',
  500: 'Internal error of the simulator, or injected by a rule',
  504: 'A rule delays the reply beyond the timeout of the route',
  default: 'Any other reply injected by a rule',
}

const apiError = () =>
  z.strictObject({
    message: z.string(),
    code: z.enum(['VALIDATION_ERROR', 'INTERNAL_ERROR']),
    traceId: z.string(),
  })

function nameOfError(status: string, generation: Generation): string {
  return `${generation === 1 ? '' : 'Api'}${status === 'default' ? 'Injected' : `Error${status}`}`
}

function operationOf(
  endpoint: Endpoint,
  serversOf: ServersOf,
  networks: Catalogue['networks'],
  quietHeaders: boolean,
): OpenApiPart {
  const { id, about, params, timeoutMs, aliases = [], isBeyond, isStream, takes, generation = 1 } = endpoint
  const errors = Object.keys(ERRORS).filter((status) => {
    if (status === '400') return Object.keys(params).length > 0
    return status !== '413' || takes !== undefined
  })
  return {
    operationId: id,
    tags: [`Generation ${generation}`],
    ...(generation !== 1 && { servers: serversOf(generation) }),
    summary: `${about[0]!.toUpperCase()}${about.slice(1)}`,
    description: [
      `Cache window: ${cacheWindowOf(endpoint)}.`,
      `Timeout of the route: ${timeoutMs / 1000} s.`,
      ...aliases.map((alias) => `Also at \`${alias}\`.`),
      ...(isBeyond ? ['Beyond the interface: clients request it from the same hosts.'] : []),
    ].join(' '),
    ...(takes !== undefined && { requestBody: { content: { '*/*': { schema: {} } } } }),
    parameters: Object.entries(params).map(([name, param]) => parameterOf(name, param, networks)),
    responses: {
      ...(isStream
        ? { 101: { description: 'A WebSocket, with frames of the schema `Stream`; 426 for a plain request' } }
        : {
            200: {
              description: 'OK',
              headers: headersOf(quietHeaders, ['x-gmx-sim-at', 'x-gmx-sim-rule']),
              content: jsonContent(reference('schemas', pascalCase(id))),
            },
          }),
      ...Object.fromEntries(
        errors.map((status) => [status, reference('responses', nameOfError(status, generation))]),
      ),
    },
  }
}

/** Describes the parsed value, not its text; likewise default and example. */
function parameterOf(name: string, param: Param, networks: Catalogue['networks']): OpenApiPart {
  const { format, required = false, default: fallback, about, example } = param
  return {
    name,
    in: 'query',
    required,
    description: about,
    schema: { ...format.described, ...(fallback !== undefined && { default: fallback }) },
    ...(typeof example === 'string' && { example: format.parse(example) }),
    ...(typeof example === 'function' && {
      examples: Object.fromEntries(
        Object.entries(networks).flatMap(([name, network]) => {
          const value = exampleOf(param, network)
          return value === undefined ? [] : [[name, { value: format.parse(value) }]]
        }),
      ),
    }),
  }
}

function headersOf(quietHeaders: boolean, names: readonly string[]): OpenApiPart {
  return quietHeaders ? {} : Object.fromEntries(names.map((name) => [name, reference('headers', name)]))
}
