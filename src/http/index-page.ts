/** `GET /`: where everything is, as a small page for a browser and as JSON for a program. */
import type { Request, RequestHandler } from 'express'
import { type BaseUrls, baseUrlsAt } from '../catalogue/base-urls.js'
import { ENDPOINTS } from '../endpoints/index.js'
import { placeOf } from './context.js'

export const indexPage: RequestHandler = (request, response) => {
  const { session } = placeOf(response)
  const below = session === undefined ? '' : `/s/${session}`
  const baseUrls = baseUrlsAt(`${originOf(request)}${request.baseUrl}${below}`)
  response.vary('accept')
  if (request.accepts('json', 'html') === 'html') response.type('html').send(page(baseUrls))
  else response.json({ name: 'gmx-sim', baseUrls })
}

function originOf(request: Request): string {
  return `http://${request.headers.host ?? 'localhost'}`
}

function page(baseUrls: BaseUrls): string {
  const rows = Object.entries(baseUrls).flatMap(([network, bases]) =>
    Object.entries(bases).map(([base, url]) => {
      const links = ENDPOINTS.map(({ path }) => `<a href="${escapeHtml(url + path)}">${path}</a>`).join(' ')
      return `<tr><th>${network} ${base}<td><code>${escapeHtml(url)}</code><td>${links}`
    }),
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>gmx-sim</title>
<style>body{font:15px/1.5 system-ui;margin:2rem}th{text-align:left;padding-right:1rem}td{padding-right:1rem}</style>
<h1>gmx-sim</h1><p>A simulator of GMX's v1 price API. None of these prices is real.</p>
<table>${rows.join('\n')}</table></html>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
