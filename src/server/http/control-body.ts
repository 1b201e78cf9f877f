/** Requests for the control API, recognised before they are routed. */
import type { IncomingMessage } from 'node:http'

export const MAX_BODY_BYTES = 1 << 20

/** `/__sim/…`, also in a session, in absolute form, or below the path of an app that mounts the simulator. */
const CONTROL = /\/__sim(?:[/?]|$)/

export function isControl({ url = '' }: Pick<IncomingMessage, 'url'>): boolean {
  return CONTROL.test(url.split('?', 1)[0] ?? '')
}

/** Whether a control call declares a body above the limit. */
export function isBodyTooLong({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES
}
