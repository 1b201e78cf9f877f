/** `GET /`: where everything is, as a page for a browser and as JSON for a program. */
import { createHash } from 'node:crypto'
import type { Request, RequestHandler } from 'express'
import { type BaseUrls, baseUrlsAt } from '../catalogue/base-urls.js'
import { escapeMarkup } from '../drawing/markup.js'
import type { Endpoint } from '../endpoints/define.js'
import { ENDPOINTS } from '../endpoints/index.js'
import { pathOf } from '../exchange/locate.js'
import type { Session } from '../session/session.js'
import { type HttpContext, placeOf, sessionAt } from './context.js'
import { answerPreflight, answerWrongMethod } from './errors.js'
import { ICON_URL } from './icon-image.js'
import { INDEX_STYLE } from './index-style.js'

export function createIndexPage(context: HttpContext): RequestHandler {
  return (request, response, next) => {
    const place = placeOf(response)
    const session = sessionAt(context, place)
    if (session === undefined) return next()
    if (request.method === 'OPTIONS') return answerPreflight(request, response)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return answerWrongMethod(context, session, request, response)
    const root = `${originOf(request)}${request.baseUrl}`
    const below = place.session === undefined ? root : `${root}/s/${place.session}`
    const baseUrls = baseUrlsAt(below, session.catalogue.bases)
    response.vary('accept')
    if (request.accepts('json', 'html') === 'html')
      response
        .set('content-security-policy', CONTENT_POLICY)
        .type('html')
        .send(page({ root, below, baseUrls, session, dashboard: dashboardAt(request, context) }))
    else response.json({ name: 'gmx-sim', baseUrls })
  }
}

/** Nothing from elsewhere and no script at all; the one style sheet by its hash. */
const CONTENT_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(INDEX_STYLE).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

interface Shown {
  /** Where the server is, and where the session's own addresses begin. */
  readonly root: string
  readonly below: string
  readonly baseUrls: BaseUrls
  readonly session: Session
  /** Where the dashboard is, relative to the page; undefined where there is no control API. */
  readonly dashboard: string | undefined
}

/** Relative, so that it is found below whatever path somebody has put the server. */
function dashboardAt({ originalUrl }: Request, { control }: HttpContext): string | undefined {
  if (control === undefined) return undefined
  const last = pathOf(originalUrl).split('/').at(-1)
  return `${last === '' ? '' : `${last}/`}__sim/ui/`
}

function originOf(request: Request): string {
  return `http://${request.headers.host ?? 'localhost'}`
}

function page(shown: Shown): string {
  const { session, dashboard, root, below } = shown
  const title = session.id === 'root' ? 'gmx-sim' : `gmx-sim: session ${escapeMarkup(session.id)}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${ICON_URL}">
<style>${INDEX_STYLE}</style>
</head>
<body>
<header>
<h1>${title}</h1>
<p>A simulator of GMX's v1 price API. None of these prices is real.</p>
${dashboard === undefined ? '' : `<p class="dashboard"><a href="${escapeMarkup(dashboard)}">Dashboard</a> the market, the incident and your client at once</p>`}
</header>
<main>
${facts(session)}
${market(session)}
${addresses(shown)}
${endpoints(shown)}
${dashboard !== undefined ? more(root, below) : '<p>The control API is off.</p>'}
</main>
</body>
</html>
`
}

function facts(session: Session): string {
  const { mode, rate } = session.clock.setting()
  const { scenario } = session
  const now = new Date(session.nowMs())
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z/, ' UTC')
  const pace =
    mode === 'real' && rate !== 1 ? `${rate} times as fast` : mode === 'real' ? 'running' : 'frozen'
  const rows = [
    ['Clock', `${now}, ${pace}`],
    ['Seed', session.seed],
    ['Scenario', scenario === undefined ? 'none' : (scenario.scenario.name ?? 'one without a name')],
    ['Requests', String(session.journal.count())],
  ]
  return `<dl>${rows.map(([name, value]) => `<div><dt>${name}</dt><dd>${escapeMarkup(value)}</dd></div>`).join('')}</dl>`
}

const SHOWN_TOKENS = ['BTC', 'ETH', 'SOL', 'LINK']
const HOURS = 24

/** A few prices, each with its last day. */
function market(session: Session): string {
  const world = session.world(session.catalogue.bases.networks[0])
  const second = Math.floor(session.nowMs() / 1000)
  const cards = SHOWN_TOKENS.flatMap((symbol) => {
    const token = world.tokenBySymbol(symbol)
    if (token === undefined) return []
    const { prices, priceDecimals } = world.pricesOf(token)
    const { close, open, count } = prices.candles('1h', second, HOURS)
    if (count === 0) return []
    const last = close[count - 1]
    const change = last / open[0] - 1
    const usd = (last / 10 ** priceDecimals).toLocaleString('en-US', {
      maximumFractionDigits: Math.min(priceDecimals, 4),
    })
    const percent = `${change < 0 ? '−' : '+'}${Math.abs(change * 100).toFixed(2)} %`
    const side = change < 0 ? 'down' : 'up'
    return [
      `<li><b>${symbol}</b> <span>${usd}</span> <small class="${side}">${percent} in ${HOURS} h</small>${sparkline([open[0], ...close], side)}</li>`,
    ]
  })
  return `<ul class="market">${cards.join('\n')}</ul>`
}

/** A line through values, as wide and high as its place. */
function sparkline(values: readonly number[], side: string): string {
  const least = Math.min(...values)
  const reach = Math.max(...values) - least || 1
  const points = values.map(
    (value, index) =>
      `${((index / (values.length - 1)) * 100).toFixed(1)},${(28 - ((value - least) / reach) * 26).toFixed(1)}`,
  )
  return `<svg class="${side}" viewBox="0 0 100 30" preserveAspectRatio="none" aria-hidden="true"><polyline points="${points.join(' ')}"/></svg>`
}

function addresses({ baseUrls, session }: Shown): string {
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

/** What can be asked with GET, as a link does. */
const READ = ENDPOINTS.filter(({ takes }: Endpoint) => takes === undefined)

/** Every endpoint as it can be asked on each network. */
function endpoints({ baseUrls }: Shown): string {
  const rows = READ.map((endpoint) => {
    const links = Object.entries(baseUrls).map(
      ([network, { primary }]) => `<a href="${escapeMarkup(primary + exampleOf(endpoint))}">${network}</a>`,
    )
    return `<tr><th scope="row"><code>${endpoint.path}</code></th><td>${escapeMarkup(endpoint.about)}</td><td>${links.join(' ')}</td></tr>`
  })
  return `<section><h2>Endpoints</h2><table class="endpoints">${rows.join('\n')}</table></section>`
}

/** Path and query with the examples that an endpoint declares for what it must be given. */
function exampleOf({ path, params }: Endpoint): string {
  const query = Object.entries(params).flatMap(([name, { required, example }]) =>
    required && example !== undefined ? [`${name}=${encodeURIComponent(example)}`] : [],
  )
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}

function more(root: string, below: string): string {
  const links = [
    [`${root}/__sim/docs`, 'Try the API', 'every endpoint as a form'],
    [`${root}/__sim/docs/control`, 'Try the control API', 'clock, scenarios, journal, sessions'],
    [`${below}/__sim/v1/scenario`, 'Scenario', 'what goes wrong now, and how often it did'],
    [`${below}/__sim/v1/scenarios`, 'Library', 'scenarios to play by their names'],
    [`${below}/__sim/v1/journal?limit=50`, 'Journal', 'the last requests and what was done about them'],
    [`${below}/__sim/v1/clock`, 'Clock', 'virtual time'],
    [`${root}/__sim/v1/health`, 'Health', 'which simulator this is'],
    [`${root}/__sim/v1/metrics`, 'Metrics', 'for Prometheus'],
    [`${root}/__sim/v1/openapi.json`, 'OpenAPI', 'of the simulated API'],
    [`${root}/__sim/v1/control-openapi.json`, 'Control OpenAPI', 'of the calls that drive it'],
  ]
  const items = links.map(
    ([href, name, about]) => `<li><a href="${escapeMarkup(href)}">${name}</a> <small>${about}</small></li>`,
  )
  return `<section><h2>Drive it and watch it</h2><ul class="links">${items.join('\n')}</ul></section>`
}
