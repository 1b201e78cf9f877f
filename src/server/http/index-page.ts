/** `GET /`: all addresses, as a page for browsers and as JSON for programs. */
import { createHash } from 'node:crypto'
import type { Request, RequestHandler } from 'express'
import type { Endpoint } from '../../api/endpoints/define.js'
import { ENDPOINTS } from '../../api/endpoints/index.js'
import { pathOf } from '../../api/routing/locate.js'
import { escapeMarkup } from '../../kit/svg/markup.js'
import { BOTH_SCHEMES, toPage } from '../../kit/svg/page.js'
import { type BaseUrls, baseUrlsAt } from '../../market/catalogue/base-urls.js'
import type { Session } from '../../session/session.js'
import { addressOfServer, type HttpContext, sessionAt, targetOf } from './context.js'
import { answerPreflight, answerWrongMethod } from './errors.js'
import { INDEX_STYLE } from './index-style.js'

export function createIndexPage(context: HttpContext): RequestHandler {
  return (request, response, next) => {
    const place = targetOf(response)
    const session = sessionAt(context, place)
    if (session === undefined) return next()
    if (request.method === 'OPTIONS') return answerPreflight(request, response)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return answerWrongMethod(context, session, request, response)
    const root = `${addressOfServer(request)}${request.baseUrl}`
    const below = place.session === undefined ? root : `${root}/s/${place.session}`
    const baseUrls = baseUrlsAt(below, session.catalogue.bases)
    response.vary('accept')
    if (request.accepts('json', 'html') === 'html')
      response
        .set('content-security-policy', CONTENT_POLICY)
        .type('html')
        .send(page({ root, baseUrls, session, dashboard: dashboardAt(request, context) }))
    else response.json({ name: 'gmx-sim', baseUrls })
  }
}

/** No external resources and no script; the one style sheet is allowed by hash. */
const CONTENT_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(INDEX_STYLE).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

interface IndexedBase {
  /** The server's URL. */
  readonly root: string
  readonly baseUrls: BaseUrls
  readonly session: Session
  /** The dashboard's URL relative to the page; undefined if control is off. */
  readonly dashboard: string | undefined
}

/** Relative, so that it works below any path prefix. */
function dashboardAt({ originalUrl }: Request, { hasControl }: HttpContext): string | undefined {
  if (!hasControl) return undefined
  const last = pathOf(originalUrl).split('/').at(-1)
  return `${last === '' ? '' : `${last}/`}__sim/ui/`
}

function page(shown: IndexedBase): string {
  const { session, dashboard, root } = shown
  const title = session.id === 'root' ? 'gmx-sim' : `gmx-sim: session ${session.id}`
  return toPage({
    title,
    head: `${BOTH_SCHEMES}
<style>${INDEX_STYLE}</style>`,
    body: `<header>
<h1>${escapeMarkup(title)}</h1>
<p>A simulator of GMX's v1 price API. None of these prices is real.</p>
${dashboard === undefined ? '<p>The control API is off.</p>' : ways(root, dashboard)}
</header>
<main>
${addresses(shown)}
${endpoints(shown)}
</main>`,
  })
}

/** Links to the dashboard, the API, and the docs. */
function ways(root: string, dashboard: string): string {
  const links = [
    [`${root}/__sim/docs`, 'API', 'every endpoint as a form'],
    [`${root}/__sim/docs/control`, 'Control API', 'clock, scenarios, journal, sessions'],
  ]
  const items = links.map(
    ([href, name, about]) => `<li><a href="${escapeMarkup(href)}">${name}</a> <small>${about}</small></li>`,
  )
  return `<p class="dashboard"><a href="${escapeMarkup(dashboard)}">Dashboard</a> the market, the incident and your client at once</p>
<ul class="links">${items.join('\n')}</ul>`
}

function addresses({ baseUrls, session }: IndexedBase): string {
  const networks = Object.entries(baseUrls).map(([network, bases]) => {
    const { chainId } = session.catalogue.networks[network]
    const rows = Object.entries(bases).map(
      ([base, url]) => `<tr><th scope="row">${base}</th><td><code>${escapeMarkup(url)}</code></td></tr>`,
    )
    return `<table><caption>${network} <small>${chainId}</small></caption>${rows.join('')}</table>`
  })
  return `<section><h2>Base addresses</h2><p>Give one to your client in place of the real one. A click selects it.</p>
<div class="networks">${networks.join('\n')}</div></section>`
}

/** Endpoints that a link can call. */
const READ = ENDPOINTS.filter(({ takes }: Endpoint) => takes === undefined)

/** Every endpoint on each network that has base addresses of its generation. */
function endpoints({ baseUrls, session }: IndexedBase): string {
  const { bases } = session.catalogue
  const rows = READ.map((endpoint: Endpoint) => {
    const links = Object.entries(baseUrls).flatMap(([network, urls]) =>
      bases
        .of(network, endpoint.generation ?? 1)
        .slice(0, 1)
        .map(({ base }) => `<a href="${escapeMarkup(urls[base] + exampleOf(endpoint))}">${network}</a>`),
    )
    return `<tr><th scope="row"><code>${endpoint.path}</code></th><td>${escapeMarkup(endpoint.about)}</td><td>${links.join(' ')}</td></tr>`
  })
  return `<section><h2>Endpoints</h2><table class="endpoints">${rows.join('\n')}</table></section>`
}

/** An endpoint's path with its documented example query. */
function exampleOf({ path, params }: Endpoint): string {
  const query = Object.entries(params).flatMap(([name, { required, example }]) =>
    required && example !== undefined ? [`${name}=${encodeURIComponent(example)}`] : [],
  )
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}
