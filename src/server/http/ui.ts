/**
 * Serves the dashboard: a page and the files that the build makes of `src/entrypoints/ui`. They need no token, as they hold no secrets; the page
 * works through the control API, which does. All its URLs are relative, so it works in sessions and below any path prefix.
 */

import type { RequestHandler, Response } from 'express'
import { BOTH_SCHEMES, toPage } from '../../kit/svg/page.js'
import { escapeMarkup } from '../../kit/svg/tree.js'
import { readCompressed, sendCompressed, versionOf } from './compressed-assets.js'
import { contentPolicy } from './content-policy.js'
import { type ControlContext, sessionAt, targetOf } from './context.js'
import { Router } from './express.js'

/** Same origin only, nothing inline. */
const CONTENT_POLICY = contentPolicy(
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
)

const SCRIPT = 'app.js'
const STYLE = 'app.css'
/** Loaded by the script when it is needed. */
const EDITOR = 'editor.js'
const FILES = [SCRIPT, STYLE, EDITOR]

/** The page's path below `/__sim`. */
const UI = /^\/ui(\/|\?|$)/

/** Mounted next to `/v1`, of the server and of its sessions. */
export function uiRoutes(context: ControlContext): Router {
  const { isPublic, token } = context.control
  const routes = Router({ caseSensitive: true, strict: true })
  // The trailing slash matters for relative URLs.
  routes.get('/ui', (_request, response) => response.redirect(302, 'ui/'))
  routes.get('/ui/', async (_request, response) => {
    const place = targetOf(response)
    if (sessionAt(context, place) === undefined)
      return refuse(response, 404, `Session ${place.session} does not exist. It may have ended.`)
    if (isPublic && token === undefined)
      return refuse(
        response,
        403,
        'The dashboard is off on a public address. Start gmx-sim with --control-token.',
      )
    const read = (name: string) => readCompressed(`ui/${name}`, 'gz')
    const [script, style] = await Promise.all([read(SCRIPT), read(STYLE)])
    const page = uiPage(`${SCRIPT}?v=${versionOf(script)}`, `${STYLE}?v=${versionOf(style)}`)
    secured(response).set('cache-control', 'no-store').type('html').send(page)
  })
  for (const name of FILES) routes.get(`/ui/${name}`, fileOf(name))
  routes.all(['/ui', '/ui/', ...FILES.map((name) => `/ui/${name}`)], ({ method }, response, next) => {
    // Express answers OPTIONS.
    if (method === 'OPTIONS') return next()
    const sentence = `${method} is not supported: the dashboard is read with GET.`
    refuse(response.set('allow', 'GET, HEAD'), 405, sentence)
  })
  return routes
}

function fileOf(name: string): RequestHandler {
  return async (request, response) => {
    const packed = await readCompressed(`ui/${name}`, 'gz')
    const isAsked = new URLSearchParams(request.url.split('?')[1]).get('v') === versionOf(packed)
    // Asset URLs carry the version, so their content never changes.
    secured(response).set('cache-control', isAsked ? 'max-age=31536000, immutable' : 'no-cache')
    sendCompressed(response, name, packed, 'gz')
  }
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

/** Placeholder layout until the script runs, so that nothing shifts. */
const SKELETON = `<header class="top"><div class="top-line row"><h1>gmx-sim</h1></div></header>
<main aria-busy="true">${[
  ['market', 'Market'],
  ['bases', 'Addresses for your client'],
  ['incident', 'Incident'],
  ['journal', 'Requests'],
]
  .map(
    ([id, title]) =>
      `<section id="${id}" class="panel column"><div class="panel-head row"><h2>${title}</h2></div></section>`,
  )
  .join('\n')}</main><footer></footer>`

function uiPage(script: string, style: string): string {
  return toPage({
    title: 'gmx-sim',
    head: `${BOTH_SCHEMES}
<link rel="stylesheet" href="${escapeMarkup(style)}">`,
    body: `<div id="app" class="column">${SKELETON}</div>
<noscript>This page is a program: it needs JavaScript. All that it shows is also in the control API.</noscript>
<script type="module" src="${escapeMarkup(script)}"></script>`,
  })
}

function plainPage(sentence: string): string {
  const body = `<main><h1>gmx-sim</h1><p>${escapeMarkup(sentence)}</p></main>`
  return toPage({ title: 'gmx-sim', head: BOTH_SCHEMES, body })
}
