/** `GET /__sim/v1/metrics`. */
import type { RequestHandler } from 'express'
import type { Sessions } from '../session/sessions.js'

/** What it tells is summed over all sessions, also those that have ended. */
export function createMetrics({
  root,
  list,
  tally,
  elsewhere,
}: Pick<Sessions, 'root' | 'list' | 'tally' | 'elsewhere'>): RequestHandler {
  return async (_request, response) => {
    const { CONTENT_TYPE, prometheusText } = await import('../metrics/prometheus.js')
    const sessions = list()
    const { held: heldElsewhere, residentBytes } = elsewhere()
    const held = [root, ...sessions].reduce((sum, { waits }) => sum + waits.held, heldElsewhere)
    const text = await prometheusText({ tally, sessions: sessions.length, held, workerBytes: residentBytes })
    response.setHeader('content-type', CONTENT_TYPE)
    response.end(text)
  }
}
