/**
 * Both OpenAPI documents and a page to try them. They reveal no secrets and change nothing, so they need no token. Everything is
 * served locally and built on demand.
 */
import type { Request, RequestHandler } from 'express'
import { DIALECTS, type Dialect } from '../../api/endpoints/define.js'
import { ControlError } from '../../kit/errors.js'
import * as z from '../../kit/zod.js'
import type { Bases, Generation } from '../../market/catalogue/bases.js'
import type { DescribedCall } from '../control/define.js'
import { readCompressed, sendCompressed } from './compressed-assets.js'
import { addressOfServer, type HttpContext } from './context.js'
import { docsPage, START_SCRIPT } from './docs-page.js'
import type { ControlSettings } from './guard.js'

/** Routes outside the list of calls, as they answer in other formats. */
const MORE_CALLS: readonly DescribedCall[] = [
  {
    method: 'GET',
    path: '/live',
    about: 'Whether the process serves. There with `--no-control`, too.',
    perSession: false,
    isOpen: true,
    reply: z.strictObject({ status: z.literal('live') }),
  },
  {
    method: 'GET',
    path: '/ready',
    about: 'Whether requests should be sent here. There with `--no-control`, too.',
    perSession: false,
    isOpen: true,
    reply: z.strictObject({ status: z.literal('ready') }),
    errors: ['draining', { code: 'store', about: 'the store is unreachable or full' }],
  },
  {
    method: 'GET',
    path: '/openapi.json',
    about: 'OpenAPI 3.1 of the simulated API; in the dialect of the server if omitted.',
    perSession: false,
    isOpen: true,
    query: z.strictObject({ dialect: z.enum(DIALECTS).optional() }),
    reply: z.looseObject({ openapi: z.string() }),
  },
  {
    method: 'GET',
    path: '/control-openapi.json',
    about: 'OpenAPI 3.1 of the control API.',
    perSession: false,
    isOpen: true,
    reply: z.looseObject({ openapi: z.string() }),
  },
  {
    method: 'GET',
    path: '/metrics',
    about: 'Prometheus metrics over all sessions, including ended ones.',
    perSession: false,
    reply: 'text',
  },
]

const loadSimulated = () => import('../openapi/simulated.js')
const loadControl = () => import('../openapi/control.js')

export function createOpenApi(
  { quietHeaders }: HttpContext,
  { sessions, version }: ControlSettings,
  calls: readonly DescribedCall[],
) {
  const { bases } = sessions.root.catalogue
  const simulatedText = keepLast()
  const controlText = keepLast()
  const simulated: RequestHandler = async (request, response) => {
    const dialect = dialectOf(request) ?? sessions.start.dialect
    const origin = addressOfServer(request)
    const { openApiOf } = await loadSimulated()
    const make = () => openApiOf({ version, serversOf: serversAt(origin, bases), dialect, quietHeaders })
    response.type('json').send(simulatedText(`${dialect} ${origin}`, make))
  }
  const control: RequestHandler = async (request, response) => {
    const origin = addressOfServer(request)
    const { describeControl } = await loadControl()
    const make = () => describeControl([...calls, ...MORE_CALLS], { version, origin, bases })
    response.type('json').send(controlText(origin, make))
  }
  return { simulated, control }
}

/** JSON text of the last document, rebuilt when `key` changes. */
function keepLast() {
  let last: { readonly key: string; readonly text: string } | undefined
  return (key: string, make: () => unknown): string => {
    if (last?.key !== key) last = { key, text: JSON.stringify(make()) }
    return last.text
  }
}

/** Same origin only. Swagger UI sets inline styles and embeds its icons as data. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The page of one document, mounted at `/docs…` next to `/v1`. */
export function docsPageOf(document: Parameters<typeof docsPage>[1]): RequestHandler {
  return (request, response) => {
    const html = docsPage(request.baseUrl, document)
    response.set('content-security-policy', CONTENT_POLICY).type('html').send(html)
  }
}

export const docsStart: RequestHandler = (_request, response) => {
  response.set('cache-control', 'max-age=3600').type('js').send(START_SCRIPT)
}

/** Files of `swagger-ui-dist`, compressed by the build. */
export const DOCS_FILES = ['swagger-ui-bundle.js', 'swagger-ui.css'] as const

export function docsFile(name: (typeof DOCS_FILES)[number]): RequestHandler {
  return async (request, response) => {
    const packed = await readCompressed(`docs/${name}`, 'br')
    response.set('cache-control', 'max-age=3600')
    sendCompressed(request, response, name, packed, 'br')
  }
}

function dialectOf({ originalUrl }: Request): Dialect | undefined {
  const given = new URLSearchParams(originalUrl.split('?')[1]).get('dialect')
  if (given === null) return undefined
  const dialect = DIALECTS.find((name) => name === given)
  if (dialect !== undefined) return dialect
  throw new ControlError('bad-query', 'unknown dialect', `write ${DIALECTS.join(' or ')}`)
}

function serversAt(origin: string, bases: Bases) {
  return (generation: Generation) =>
    bases.networks
      .flatMap((network) => bases.of(network, generation))
      .map(({ network, base, prefix }) => ({
        url: `${origin}/${prefix}`,
        description: `${network}, ${base}`,
      }))
}
