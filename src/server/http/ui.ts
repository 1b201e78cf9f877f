/**
 * Serves the dashboard: a page and two files that the build makes of `src/entrypoints/ui`. They need no token, as they hold no secrets; the page
 * works through the control API, which does. All its URLs are relative, so it works in sessions and below any path prefix.
 */
import { type Request, type RequestHandler, type Response, Router } from 'express'
import { readCompressed, sendCompressed, versionOf } from './compressed-assets.js'
import { type HttpContext, knownSessionAt, targetOf } from './context.js'
import type { ControlSettings } from './guard.js'
import { plainPage, uiPage } from './ui-page.js'

/** Same origin only, nothing inline, not in frames. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const SCRIPT = 'app.js'
const STYLE = 'app.css'

/** The page's path below `/__sim`. */
const UI = /^\/ui(\/|\?|$)/

/** Mounted next to `/v1`, of the server and of its sessions. */
export function uiRoutes(context: HttpContext, control: ControlSettings): Router {
  const routes = Router({ caseSensitive: true, strict: true })
  // The trailing slash matters for relative URLs.
  routes.get('/ui', (_request, response) => response.redirect(302, 'ui/'))
  routes.get('/ui/', async (_request, response) => {
    const place = targetOf(response)
    if (knownSessionAt(context, place) === undefined)
      return refuse(response, 404, `Session ${place.session} does not exist. It may have ended.`)
    if (control.isPublic && control.token === undefined)
      return refuse(
        response,
        403,
        'The dashboard is off on a public address. Start gmx-sim with --control-token.',
      )
    const [script, style] = await Promise.all(
      [SCRIPT, STYLE].map((name) => readCompressed(`ui/${name}`, 'gz')),
    )
    const links = {
      script: `${SCRIPT}?v=${versionOf(script)}`,
      style: `${STYLE}?v=${versionOf(style)}`,
    }
    secured(response).set('cache-control', 'no-store').type('html').send(uiPage(links))
  })
  for (const name of [SCRIPT, STYLE]) routes.get(`/ui/${name}`, fileOf(name))
  routes.all(['/ui', '/ui/', ...[SCRIPT, STYLE].map((name) => `/ui/${name}`)], onlyGet)
  return routes
}

/** Express answers OPTIONS. */
const onlyGet: RequestHandler = ({ method }, response, next) => {
  if (method === 'OPTIONS') return next()
  refuse(
    response.set('allow', 'GET, HEAD'),
    405,
    `${method} is not supported: the dashboard is read with GET.`,
  )
}

function fileOf(name: string): RequestHandler {
  return async (request, response) => {
    const packed = await readCompressed(`ui/${name}`, 'gz')
    const isAsked = versionIn(request) === versionOf(packed)
    // Asset URLs carry the version, so their content never changes.
    secured(response).set('cache-control', isAsked ? 'max-age=31536000, immutable' : 'no-cache')
    sendCompressed(request, response, name, packed, 'gz')
  }
}

function versionIn({ url }: Request): string | null {
  return new URLSearchParams(url.split('?')[1]).get('v')
}

/** Explains that control is off. */
export const uiOff: RequestHandler = (request, response, next) => {
  if (!UI.test(request.url)) return next()
  refuse(response, 404, 'The dashboard is off: gmx-sim was started with --no-control.')
}

/** A sentence: as a page for browsers, as JSON for programs. */
function refuse(response: Response, status: number, sentence: string): void {
  secured(response).status(status).vary('accept')
  const { req: request } = response
  if (request.accepts('json', 'html') === 'html') response.type('html').send(plainPage(sentence))
  else response.json({ errors: [sentence] })
}

function secured(response: Response): Response {
  return response.set({ 'content-security-policy': CONTENT_POLICY, 'referrer-policy': 'no-referrer' })
}
