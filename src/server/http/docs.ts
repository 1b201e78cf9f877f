/**
 * Both OpenAPI documents and a page to try them. They reveal no secrets and change nothing, so they need no token. Everything is
 * served locally and built on demand.
 */

import type { Request, RequestHandler } from 'express'
import * as z from 'zod'
import { DIALECTS, type Dialect } from '../../api/endpoints/define.js'
import { toPage } from '../../kit/svg/page.js'
import { ControlError } from '../../session/control-errors.js'
import { type DescribedCall, routed } from '../control/define.js'
import { describeControl } from '../openapi/control.js'
import { openApiOf } from '../openapi/simulated.js'
import { readCompressed, sendCompressed } from './compressed-assets.js'
import { contentPolicy } from './content-policy.js'
import { addressOfServer, type ControlContext } from './context.js'

/** Routes outside the list of calls, as they answer in other formats. */
const MORE_CALLS: readonly DescribedCall[] = [
  openCall('GET /live', {
    about: 'Whether the process serves. There with `--no-control`, too.',
    reply: z.strictObject({ status: z.literal('live') }),
  }),
  openCall('GET /ready', {
    about: 'Whether requests should be sent here. There with `--no-control`, too.',
    reply: z.strictObject({ status: z.literal('ready') }),
    errors: ['draining', { code: 'store', about: 'the store is unreachable or full' }],
  }),
  openCall('GET /openapi.json', {
    about: 'OpenAPI 3.1 of the simulated API; in the dialect of the server if omitted.',
    query: z.strictObject({ dialect: z.enum(DIALECTS).optional() }),
    reply: z.looseObject({ openapi: z.string() }),
  }),
  openCall('GET /control-openapi.json', {
    about: 'OpenAPI 3.1 of the control API.',
    reply: z.looseObject({ openapi: z.string() }),
  }),
  {
    ...routed('GET /metrics'),
    about: 'Prometheus metrics over all sessions, including ended ones.',
    isOfServer: true,
    reply: 'text',
  },
]

function openCall(
  route: Parameters<typeof routed>[0],
  call: Omit<DescribedCall, 'method' | 'path'>,
): DescribedCall {
  return { ...routed(route), isOfServer: true, isOpen: true, ...call }
}

export function createOpenApi({ quietHeaders, control }: ControlContext, calls: readonly DescribedCall[]) {
  const { sessions, token } = control
  const { catalogue } = sessions.root
  const simulated: RequestHandler = (request, response) => {
    const dialect = dialectOf(request) ?? sessions.start.dialect
    const origin = addressOfServer(request)
    response.json(openApiOf(origin, catalogue, dialect, quietHeaders))
  }
  const ofControl: RequestHandler = (request, response) => {
    const origin = addressOfServer(request)
    response.json(describeControl([...calls, ...MORE_CALLS], origin, catalogue.bases, token !== undefined))
  }
  return { simulated, control: ofControl }
}

/** Same origin only. Swagger UI sets inline styles and embeds its icons as data. */
const CONTENT_POLICY = contentPolicy(
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
)

/** A page, mounted next to `/v1`. */
export function docsPageOf(shown: (typeof DOCS_PAGES)[number]): RequestHandler {
  return (request, response) => {
    const html = docsPage(request.baseUrl, shown)
    response.set('content-security-policy', CONTENT_POLICY).type('html').send(html)
  }
}

export const docsStart: RequestHandler = (_request, response) => {
  response.set('cache-control', 'max-age=3600').type('js').send(START_SCRIPT)
}

/** Files of `swagger-ui-dist`, compressed by the build. */
export const DOCS_FILES = ['swagger-ui-bundle.js', 'swagger-ui.css'] as const

export function docsFile(name: (typeof DOCS_FILES)[number]): RequestHandler {
  return async (_request, response) => {
    const packed = await readCompressed(`docs/${name}`, 'br')
    response.set('cache-control', 'max-age=3600')
    sendCompressed(response, name, packed, 'br')
  }
}

function dialectOf({ originalUrl }: Request): Dialect | undefined {
  const given = new URLSearchParams(originalUrl.split('?')[1]).get('dialect')
  if (given === null) return undefined
  const dialect = DIALECTS.find((name) => name === given)
  if (dialect !== undefined) return dialect
  throw new ControlError('bad-query', 'unknown dialect', `write ${DIALECTS.join(' or ')}`)
}

/** The pages of both documents. */
export const DOCS_PAGES = [
  { path: '/docs', document: 'openapi.json', title: 'Simulated API' },
  { path: '/docs/control', document: 'control-openapi.json', title: 'Control API' },
] as const

/** `root` is the path the routes are mounted at, such as `/__sim`. */
function docsPage(root: string, shown: (typeof DOCS_PAGES)[number]): string {
  const links = DOCS_PAGES.map(({ path, title }) =>
    title === shown.title ? `<b aria-current="page">${title}</b>` : `<a href="${root}${path}">${title}</a>`,
  )
  return toPage({
    title: `gmx-sim: ${shown.title}`,
    head: `<link rel="stylesheet" href="${root}/docs/swagger-ui.css">
<style>
  body { margin: 0; font: 15px/1.5 system-ui, sans-serif; }
  nav { display: flex; gap: 1rem; max-width: 1460px; margin: 0 auto; padding: 1rem 20px 0; }
  /* Colours of Swagger UI, darker where their contrast is below 4.5:1. */
  .swagger-ui .info :is(a, .url) { color: #1f63b0; }
  .swagger-ui .info .title small { background: #57606a; }
  .swagger-ui .info .title small.version-stamp { background: #4d6b02; }
  .swagger-ui .btn.cancel { color: #b3261e; }
  .swagger-ui .btn.execute, .swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1f63b0; }
  .swagger-ui .opblock.opblock-post .opblock-summary-method { background: #14713f; }
  .swagger-ui .opblock.opblock-put .opblock-summary-method { background: #8a5200; }
  .swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b3261e; }
  /* Swagger UI has a light theme only. */
  @media (prefers-color-scheme: dark) {
    html { background: #fff; filter: invert(0.9) hue-rotate(180deg); }
    .swagger-ui .microlight { filter: invert(1) hue-rotate(180deg); }
  }
</style>`,
    body: `<nav><a href="${root}/../">gmx-sim</a> ${links.join(' ')} <a href="${root}/ui/">Dashboard</a></nav>
<div id="docs" data-document="${root}/v1/${shown.document}"></div>
<script src="${root}/docs/swagger-ui-bundle.js"></script>
<script src="${root}/docs/start.js"></script>`,
  })
}

/**
 * Starts Swagger UI; a separate script, as the page allows no inline ones. Every form is open, filled with the document's examples,
 * and no external validator is called.
 */
const START_SCRIPT = `const docs = document.getElementById('docs')
SwaggerUIBundle({
  domNode: docs,
  url: docs.dataset.document,
  deepLinking: true,
  tryItOutEnabled: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
  // A path and a group are text: a link in a button cannot be reached.
  plugins: [() => ({ components: { DeepLink: ({ text }) => text } })],
  onComplete: () => docs.querySelector('#servers')?.setAttribute('aria-label', 'Server'),
})
`
