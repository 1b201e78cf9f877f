/**
 * The dashboard: a page and two files that the build has made of `src/ui`. They are not secret, so no token is asked for;
 * all that the page shows and does goes through the control API, whose guard asks for it. Every address in it is relative:
 * it works in a session, and below whatever path somebody has put the server.
 */
import { type Request, type RequestHandler, type Response, Router } from 'express'
import { readCompressed, sendCompressed, versionOf } from './compressed-assets.js'
import { type HttpContext, sessionAt, targetOf } from './context.js'
import type { ControlSettings } from './guard.js'
import { plainPage, uiPage } from './ui-page.js'

/** Nothing from elsewhere, nothing inline, and in no frame. */
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

/** Where the page is, below `/__sim`. */
const UI = /^\/ui(\/|\?|$)/

/** To be mounted beside `/v1`, of the server and of its sessions. */
export function uiRoutes(context: HttpContext, control: ControlSettings): Router {
  const routes = Router({ caseSensitive: true, strict: true })
  // Relative to /__sim/ui: the slash makes a folder of it.
  routes.get('/ui', (_request, response) => response.redirect(302, 'ui/'))
  routes.get('/ui/', async (_request, response) => {
    const place = targetOf(response)
    if (sessionAt(context, place) === undefined)
      return refuse(response, 404, `There is no session ${place.session}. It may have ended.`)
    if (control.isPublic && control.token === undefined)
      return refuse(
        response,
        403,
        'The dashboard is off on an address that other machines reach. Start gmx-sim with --control-token.',
      )
    const [script, style] = await Promise.all([SCRIPT, STYLE].map((name) => readCompressed(`ui/${name}`)))
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

/** Express itself answers OPTIONS. */
const onlyGet: RequestHandler = ({ method }, response, next) => {
  if (method === 'OPTIONS') return next()
  refuse(
    response.set('allow', 'GET, HEAD'),
    405,
    `${method} does nothing here: the dashboard is read with GET.`,
  )
}

function fileOf(name: string): RequestHandler {
  return async (request, response) => {
    const packed = await readCompressed(`ui/${name}`)
    const isAsked = versionIn(request) === versionOf(packed)
    // The page names the version that there is: what it asks for never changes.
    secured(response).set('cache-control', isAsked ? 'max-age=31536000, immutable' : 'no-cache')
    sendCompressed(request, response, name, packed)
  }
}

function versionIn({ url }: Request): string | null {
  return new URLSearchParams(url.split('?')[1]).get('v')
}

/** Where there is no control API: says so where the page would be. */
export const uiOff: RequestHandler = (request, response, next) => {
  if (!UI.test(request.url)) return next()
  refuse(response, 404, 'The dashboard is not here: gmx-sim was started with --no-control.')
}

/** One sentence: as a page for a browser, as JSON for a program. */
function refuse(response: Response, status: number, sentence: string): void {
  secured(response).status(status).vary('accept')
  const { req: request } = response
  if (request.accepts('json', 'html') === 'html') response.type('html').send(plainPage(sentence))
  else response.json({ errors: [sentence] })
}

function secured(response: Response): Response {
  return response.set({ 'content-security-policy': CONTENT_POLICY, 'referrer-policy': 'no-referrer' })
}
