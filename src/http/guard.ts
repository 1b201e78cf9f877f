/**
 * Access control for the control API. A web page can make a browser send requests to this machine, even under its own name (DNS
 * rebinding), but cannot forge Host and Origin: both must be local unless the request carries the token.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import type { Controlled } from '../control/define.js'
import { ControlError } from '../core/errors.js'
import { FREE_FAILURES, type TokenRateLimit } from './token-rate-limit.js'

export interface ControlSettings extends Controlled {
  /** Expected in `authorization: Bearer …`; undefined if none is required. */
  readonly token: string | undefined
  /** Whether other machines can reach the address: control then requires a token. */
  readonly isPublic: boolean
  /** Limits guesses of the token. */
  readonly guesses: TokenRateLimit
}

const LOCAL = /^(localhost|[a-z0-9.-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i

export function guard({ token, isPublic, guesses }: ControlSettings): RequestHandler {
  return (request, response, next) => {
    if (token !== undefined) {
      // A preflight cannot carry the token.
      if (request.method === 'OPTIONS') return allow(response)
      const { remoteAddress = '' } = request.socket
      if (guesses.isPaused(remoteAddress)) {
        response.setHeader('retry-after', '1')
        throw new ControlError('too-many-tokens', `${FREE_FAILURES} wrong tokens were sent from this address`)
      }
      if (!hasToken(request, token)) {
        guesses.addWrong(remoteAddress)
        throw new ControlError('bad-token')
      }
      guesses.forget(remoteAddress)
      return next()
    }
    if (isPublic)
      throw new ControlError('control-off', 'control is off on an address that other machines reach')
    if (!isLocal(request.headers.host)) throw new ControlError('foreign-host')
    const { origin } = request.headers
    if (origin !== undefined && !isLocal(hostOf(origin))) throw new ControlError('foreign-origin')
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
function hasToken({ headers: { authorization = '' } }: Request, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(authorization), hash(`Bearer ${token}`))
}

function isLocal(host: string | undefined): boolean {
  return host !== undefined && LOCAL.test(host.replace(/:\d+$/, ''))
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
