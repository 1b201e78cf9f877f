/**
 * Who may drive the simulator. A page of the web can make a browser send requests to this machine, also under a name of
 * its own that it lets point here (DNS rebinding); it cannot forge Host and Origin. So both must be this machine's,
 * unless the request carries the token.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import type { Controlled } from '../control/define.js'
import { ControlError } from '../core/errors.js'
import { FREE_FAILURES, type TokenRateLimit } from './token-rate-limit.js'

export interface ControlSettings extends Controlled {
  /** What `authorization: Bearer` must carry; undefined where none is needed. */
  readonly token: string | undefined
  /** Set on an address that other machines reach: without a token, control is then refused. */
  readonly isPublic: boolean
  /** Wrong tokens so far. */
  readonly guesses: TokenRateLimit
}

const LOCAL = /^(localhost|[a-z0-9.-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i

export function guard({ token, isPublic, guesses }: ControlSettings): RequestHandler {
  return (request, response, next) => {
    if (token !== undefined) {
      // What asks whether it may ask cannot carry the token yet.
      if (request.method === 'OPTIONS') return allow(response)
      const { remoteAddress = '' } = request.socket
      if (guesses.isPaused(remoteAddress)) {
        response.setHeader('retry-after', '1')
        throw new ControlError('too-many-tokens', `${FREE_FAILURES} wrong tokens came from this address`)
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

/** The answer to a browser's preflight. */
function allow(response: Response): void {
  response.setHeader('access-control-allow-methods', 'GET, PUT, POST, DELETE')
  response.setHeader('access-control-allow-headers', 'authorization, content-type')
  response.status(204).end()
}

/** Compares hashes: equally long, and in the same time whatever is wrong. */
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
