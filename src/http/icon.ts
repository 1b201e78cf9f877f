/** Browsers ask for an icon by themselves, next to whatever reply a person looks at. */
import type { RequestHandler } from 'express'
import { pathOf } from '../exchange/locate.js'
import { placeOf } from './context.js'
import { ICON } from './icon-image.js'

/** Answers browsers: no client has lost its way, and nothing is journalled. */
export const serveIcon: RequestHandler = (request, response, next) => {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead || placeOf(response).kind !== 'nowhere' || pathOf(request.url) !== '/favicon.ico') return next()
  response.type('svg').send(ICON)
}
