/** Base addresses: the first path segment, or the first label of a Host such as `arbitrum-fallback.localhost`. */
import { type RequestHandler, Router } from 'express'
import { baseOfPrefix } from '../catalogue/networks.js'
import { ENDPOINTS } from '../endpoints/index.js'
import { errorReply } from '../session/answer.js'
import type { HttpContext } from './context.js'
import { writeReply } from './write.js'

/** Turns a base address in the Host header into the same by path, so that there is one way from here on. */
export const baseByHost: RequestHandler = (request, _response, next) => {
  const label = /^([a-z0-9-]+)\.localhost(:|$)/i.exec(request.headers.host ?? '')?.[1].toLowerCase()
  if (label !== undefined && baseOfPrefix(label) !== undefined) request.url = `/${label}${request.url}`
  next()
}

/** The endpoints below one base address. */
export function baseRoutes(context: HttpContext): Router {
  const routes = Router({ mergeParams: true, caseSensitive: true })
  for (const endpoint of ENDPOINTS)
    routes.all(endpoint.path, async (request, response, next) => {
      const { session } = context
      const base = baseOfPrefix((request.params as { base: string }).base)
      if (base === undefined) return next()
      if (request.method === 'GET' || request.method === 'HEAD')
        return writeReply(
          response,
          context,
          await session.answer(base.network, endpoint, searchOf(request.url)),
        )
      response.setHeader('allow', 'GET, HEAD, OPTIONS')
      const errors = [`${request.method} is not allowed here, use GET`]
      return writeReply(response, context, errorReply(405, errors, session.nowMs()))
    })
  return routes
}

function searchOf(url: string): string {
  const mark = url.indexOf('?')
  return mark < 0 ? '' : url.slice(mark + 1)
}
