/**
 * Access control for the control API. A web page can make a browser send requests to this machine, even under its own name (DNS
 * rebinding), but cannot forge Host and Origin: both must be local unless the request carries the token.
 */

import { createHash, timingSafeEqual } from 'node:crypto'
import { isIPv4 } from 'node:net'
import type { RequestHandler, Response } from 'express'
import { pause } from '../../kit/clock/timers.js'
import { ControlError } from '../../session/control-errors.js'
import type { Controlled } from '../control/define.js'
import { disconnectSignal } from './disconnect.js'

export interface ControlSettings extends Controlled {
  /** Expected in `authorization: Bearer …`; undefined if none is required. */
  readonly token: string | undefined
  /** Whether other machines can reach the address: control then requires a token. */
  readonly isPublic: boolean
}

/** Delay of replies to wrong tokens, and their number at a time. */
const DELAY_MS = 1000
export const MAX_DELAYED = 1000

/** `localhost` and the names below it. */
const LOCAL_NAME = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)*localhost$/i

export function guard({ token, isPublic }: ControlSettings): RequestHandler {
  let delayed = 0
  /** Limits guesses of the token; the right one never waits. */
  const rejectToken = async (response: Response): Promise<never> => {
    if (delayed >= MAX_DELAYED) {
      response.setHeader('retry-after', '1')
      response.setHeader('connection', 'close')
      throw new ControlError('too-many-tokens', `${MAX_DELAYED} replies to wrong tokens are delayed`)
    }
    delayed++
    await pause(DELAY_MS, { signal: disconnectSignal(response), isIdle: true }).finally(() => delayed--)
    throw new ControlError('bad-token')
  }
  return (request, response, next) => {
    if (token !== undefined) {
      // A preflight cannot carry the token.
      if (request.method === 'OPTIONS') return allow(response)
      const { authorization } = request.headers
      // No guess: a client that learns that it needs one.
      if (authorization === undefined) throw new ControlError('bad-token')
      const [, given = ''] = /^bearer +(.*)$/i.exec(authorization) ?? []
      return isSameSecret(given, token) ? next() : rejectToken(response)
    }
    if (isPublic)
      throw new ControlError('control-off', 'control is off on an address that other machines reach')
    if (!isLocal(request.headers.host)) throw new ControlError('foreign-host')
    const { origin } = request.headers
    if (origin !== undefined && !isLocal(hostOf(origin))) throw new ControlError('foreign-origin')
    // Browsers send no Origin with links, images and frames.
    if (origin === undefined && request.headers['sec-fetch-site'] === 'cross-site')
      throw new ControlError('foreign-origin', 'a page of another site made this request')
    if (request.method === 'OPTIONS') return allow(response)
    next()
  }
}

/** Answers a preflight. */
function allow(response: Response): void {
  response.setHeader('access-control-allow-methods', 'GET, PUT, POST, DELETE')
  response.setHeader('access-control-allow-headers', 'authorization, content-type')
  response.status(204).end()
}

/** Compares hashes in constant time. */
export function isSameSecret(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(expected))
}

function isLocal(host: string | undefined): boolean {
  if (host === undefined) return false
  const name = host.replace(/:\d{1,5}$/, '')
  return name === '[::1]' || LOCAL_NAME.test(name) || (isIPv4(name) && name.startsWith('127.'))
}

function hostOf(origin: string): string | undefined {
  if (!URL.canParse(origin)) return undefined
  const { protocol, host } = new URL(origin)
  return protocol === 'http:' || protocol === 'https:' ? host : undefined
}
