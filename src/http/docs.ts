/**
 * `/__sim/docs`: a page to read and try both APIs, and the two OpenAPI documents that it shows. They say nothing that is
 * secret and change nothing, so no token is asked for. Everything comes from this server, and is only read or put
 * together when it is asked for.
 */
import { readFile } from 'node:fs/promises'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import { BASE_ADDRESSES } from '../catalogue/networks.js'
import { ControlError } from '../core/errors.js'
import type { DescribedCall } from '../openapi/control.js'
import { baseUrlsAt } from './base-urls.js'
import type { ControlSettings, HttpContext } from './context.js'
import { CONTROL_CALLS } from './control/index.js'
import { onControlError } from './control/router.js'
import { docsPage } from './docs-page.js'

/** Calls that are routes of their own, as they do not answer like the others. */
const MORE_CALLS: readonly DescribedCall[] = [
  { method: 'GET', path: '/openapi.json', about: 'OpenAPI 3.1 of the simulated API.' },
  { method: 'GET', path: '/control-openapi.json', about: 'OpenAPI 3.1 of these calls.' },
  {
    method: 'GET',
    path: '/metrics',
    about: 'Metrics of all sessions, as Prometheus reads them.',
    reply: 'text',
  },
].map((call) => ({ ...call, perSession: false }) as DescribedCall)

/** Built from the package `openapi-explorer`. Source and bundle both lie two folders below the package. */
const SCRIPT = new URL('../../dist/docs/openapi-explorer.min.js', import.meta.url)

/** Nothing from elsewhere. The page's library compiles schemas, which takes `unsafe-eval`, and styles elements. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** To be mounted at `/__sim`, before the calls. */
export function docsRoutes(context: HttpContext, { version }: ControlSettings): Router {
  const { dialect } = context.sessions.start
  const routes = Router({ caseSensitive: true })
  const get = (path: string, answer: RequestHandler) => routes.get(path, answer).all(path, onlyGet)

  get('/v1/openapi.json', async (request, response) => {
    const { openApiOf } = await import('../openapi/simulated.js')
    const { quietHeaders } = context
    response.json(openApiOf({ version, servers: serversAt(originOf(request)), dialect, quietHeaders }))
  })
  get('/v1/control-openapi.json', async (request, response) => {
    const { describeControl } = await import('../openapi/control.js')
    response.json(describeControl([...CONTROL_CALLS, ...MORE_CALLS], { version, origin: originOf(request) }))
  })
  get('/docs', (request, response) => sendPage(response, docsPage(request.baseUrl, 'openapi.json')))
  get('/docs/control', (request, response) =>
    sendPage(response, docsPage(request.baseUrl, 'control-openapi.json')),
  )
  get('/docs/openapi-explorer.min.js', async (_request, response) => {
    response
      .type('js')
      .set('cache-control', 'max-age=3600')
      .send(await script())
  })
  routes.use(onControlError(context))
  return routes
}

function sendPage(response: Response, html: string): void {
  response.set('content-security-policy', CONTENT_POLICY).type('html').send(html)
}

async function script(): Promise<Buffer> {
  try {
    return await readFile(SCRIPT)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new ControlError(404, 'not-built', 'the page is not built', 'run npm run build')
  }
}

const onlyGet: RequestHandler = ({ method }, response) => {
  response.setHeader('allow', 'GET, HEAD')
  throw new ControlError(405, 'wrong-method', `${method} is not one of this call's methods`, 'use GET')
}

function serversAt(origin: string) {
  const urls = baseUrlsAt(origin)
  return BASE_ADDRESSES.map(({ network, base }) => ({
    url: urls[network][base],
    description: `${network}, ${base}`,
  }))
}

function originOf(request: Request): string {
  return `http://${request.headers.host ?? 'localhost'}`
}
