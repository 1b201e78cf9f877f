/** `GET /__sim`: the pages and calls below it. */
import type { RequestHandler } from 'express'

const PAGES = {
  dashboard: '/ui/',
  scenario: '/v1/scenario',
  journal: '/v1/journal',
  clock: '/v1/clock',
}

/** Of the server only. */
const SERVER_PAGES = {
  health: '/v1/health',
  metrics: '/v1/metrics',
  docs: '/docs',
  controlDocs: '/docs/control',
  openApi: '/v1/openapi.json',
  controlOpenApi: '/v1/control-openapi.json',
}

/** Paths include the path at which the app is mounted. */
function indexOf(pages: Readonly<Record<string, string>>): RequestHandler {
  return ({ baseUrl }, response) => {
    response.json(Object.fromEntries(Object.entries(pages).map(([name, path]) => [name, baseUrl + path])))
  }
}

export const sessionIndex = indexOf(PAGES)
export const serverIndex = indexOf({ ...PAGES, ...SERVER_PAGES })
