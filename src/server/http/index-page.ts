/** `GET /`: all addresses, as a page for browsers and as JSON for programs. */

import { createHash } from 'node:crypto'
import type { Request, RequestHandler } from 'express'
import { type Endpoint, examplePath } from '../../api/endpoints/define.js'
import { ENDPOINTS } from '../../api/endpoints/index.js'
import { jsonRpcReply } from '../../api/routing/json-rpc.js'
import { pathOf } from '../../api/routing/locate.js'
import { wrongMethodReply } from '../../api/routing/reply.js'
import { BOTH_SCHEMES, PALETTE, toPage } from '../../kit/svg/page.js'
import { escapeMarkup } from '../../kit/svg/tree.js'
import { type BaseUrls, baseUrlsAt } from '../../market/catalogue/base-urls.js'
import type { Session } from '../../session/session.js'
import { ROOT_ID } from '../../session/session-settings.js'
import { contentPolicy } from './content-policy.js'
import { addressOfServer, type HttpContext, sessionAt, targetOf } from './context.js'
import { ALLOWED_METHODS } from './cross-origin.js'
import { MAX_BODY_BYTES, readText } from './discard-body.js'
import { answerPreflight } from './errors.js'
import { writeReply } from './reply-head.js'

export function createIndexPage(context: HttpContext): RequestHandler {
  return async (request, response, next) => {
    const place = targetOf(response)
    const session = sessionAt(context, place)
    if (session === undefined) return next()
    if (request.method === 'OPTIONS') return answerPreflight(response, session)
    const body = request.method === 'POST' ? await readText(request, MAX_BODY_BYTES) : ''
    const rpcReply = jsonRpcReply(body)
    if (rpcReply !== undefined) return void response.type('json').send(rpcReply)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const refusal = wrongMethodReply(request.method, ALLOWED_METHODS, session.nowMs())
      return writeReply(response, refusal, context.quietHeaders)
    }
    const root = `${addressOfServer(request)}${request.baseUrl}`
    const below = place.session === undefined ? root : `${root}/s/${place.session}`
    const baseUrls = baseUrlsAt(below, session.catalogue.bases)
    response.vary('accept')
    if (request.accepts('json', 'html') === 'html')
      response
        .set('content-security-policy', CONTENT_POLICY)
        .type('html')
        .send(page(root, baseUrls, session, dashboardAt(request, context)))
    else response.json({ name: 'gmx-sim', baseUrls })
  }
}

/** Light and dark, from 400 px wide. */
const INDEX_STYLE = `${PALETTE}
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem clamp(1rem, 4vw, 2.5rem) 3rem; font: 16px/1.5 system-ui, sans-serif; }
h1 { margin: 0; font-size: 1.8rem; letter-spacing: -.02em; overflow-wrap: anywhere; }
h2 { margin: 2.2rem 0 .4rem; font-size: 1.15rem; }
header p, section > p { margin: .2rem 0 .8rem; color: var(--faint); }
small { font-weight: normal; }
summary { margin: 2rem 0 .4rem; color: var(--faint); cursor: pointer; }
summary h2 { display: inline; margin: 0 .4rem 0 0; color: var(--text); }
.dashboard a { display: inline-block; margin-right: .4rem; padding: .35rem .9rem; border-radius: .6rem; color: var(--on-link); background: var(--link); font-weight: 600; text-decoration: none; }
code { font: .875em/1.5 var(--mono); overflow-wrap: anywhere; }
.networks { margin: 1rem 0; gap: .75rem; }
.networks table { display: block; border-spacing: 0; padding: .7rem .9rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--raised); }
.networks tbody { display: block; }
.networks tr { display: grid; grid-template-columns: 6rem 1fr; }
.networks code { user-select: all; cursor: copy; }
caption { display: block; text-align: left; font-weight: 600; text-transform: capitalize; padding-bottom: .3rem; }
th { text-align: left; font-weight: normal; color: var(--faint); }
.endpoints { width: 100%; border-collapse: collapse; }
.endpoints th, .endpoints td { padding: .4rem .8rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
.endpoints th { color: inherit; }
.endpoints td:last-child { word-spacing: .4em; padding-right: 0; }
.links { margin: 0; padding: 0; list-style: none; gap: .3rem 2rem; }
:is(.networks, .links) { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); }
@media (max-width: 44rem) {
  .networks tr { display: block; padding-top: .3rem; }
  .networks th, .networks td { display: block; padding: 0; font-size: .875rem; }
  .endpoints tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line); }
  .endpoints th, .endpoints td { display: block; padding: 0; border: 0; }
}
`

/** Copies the address that is pressed. Browsers offer the clipboard on localhost and over HTTPS only; elsewhere it is selected. */
const SCRIPT = `
for (const name of ['click', 'keydown'])
  document.querySelector('.networks').addEventListener(name, async ({ key = 'Enter', target }) => {
    const address = target.closest('code')?.textContent
    if (address === undefined || key !== 'Enter' || navigator.clipboard === undefined) return
    await navigator.clipboard.writeText(address)
    document.querySelector('[role=status]').textContent = 'Copied ' + address
  })
`

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** No external resources; the one style sheet and the one script are allowed by hash. */
const CONTENT_POLICY = contentPolicy(
  `style-src ${hashOf(INDEX_STYLE)}`,
  `script-src ${hashOf(SCRIPT)}`,
  'img-src data:',
)

/** Relative to the page, so that it works below any path prefix; undefined if control is off. */
function dashboardAt({ originalUrl }: Request, { control }: HttpContext): string | undefined {
  if (control === undefined) return undefined
  const last = pathOf(originalUrl).split('/').at(-1)
  return `${last === '' ? '' : `${last}/`}__sim/ui/`
}

/** `root` is the server's URL. */
function page(root: string, baseUrls: BaseUrls, session: Session, dashboard: string | undefined): string {
  const title = session.id === ROOT_ID ? 'gmx-sim' : `gmx-sim: session ${session.id}`
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
${addresses(baseUrls, session)}
${endpoints(baseUrls, session)}
</main>
<script>${SCRIPT}</script>`,
  })
}

/** Links to the dashboard, the API, and the docs. */
function ways(root: string, dashboard: string): string {
  const docs = escapeMarkup(`${root}/__sim/docs`)
  return `<p class="dashboard"><a href="${escapeMarkup(dashboard)}">Dashboard</a> the market, the incident and your client at once</p>
<ul class="links"><li><a href="${docs}">API</a> <small>every endpoint as a form</small></li>
<li><a href="${docs}/control">Control API</a> <small>clock, scenarios, journal, sessions</small></li></ul>`
}

function addresses(baseUrls: BaseUrls, session: Session): string {
  const networks = Object.entries(baseUrls).map(([network, bases]) => {
    const { chainId } = session.catalogue.networks[network]!
    const rows = Object.entries(bases).map(
      ([base, url]) =>
        `<tr><th scope="row">${base}</th><td><code role="button" tabindex="0">${escapeMarkup(url)}</code></td></tr>`,
    )
    return `<table><caption>${network} <small>${chainId}</small></caption>${rows.join('')}</table>`
  })
  return `<section><h2>Base addresses</h2><p>Give one to your client in place of the real one. A click copies it. <span role="status"></span></p>
<div class="networks">${networks.join('\n')}</div></section>`
}

/** Every endpoint that a link can call, on each network that has base addresses of its generation. */
function endpoints(baseUrls: BaseUrls, session: Session): string {
  const { bases, networks } = session.catalogue
  const read = ENDPOINTS.filter(({ takes }: Endpoint) => takes === undefined)
  const rows = read.map((endpoint: Endpoint) => {
    const links = Object.entries(baseUrls).flatMap(([network, urls]) =>
      bases
        .of(network, endpoint.generation ?? 1)
        .slice(0, 1)
        .map(
          ({ base }) =>
            `<a href="${escapeMarkup(urls[base] + examplePath(endpoint, networks[network]))}">${network}</a>`,
        ),
    )
    return `<tr><th scope="row"><code>${endpoint.path}</code></th><td>${escapeMarkup(endpoint.about)}</td><td>${links.join(' ')}</td></tr>`
  })
  return `<section><details><summary><h2>Endpoints</h2> ${read.length}, each with a link on every network</summary>
<table class="endpoints">${rows.join('\n')}</table></details></section>`
}
