/**
 * Access control for the control API. A web page can make a browser send requests to this machine, even under its own name (DNS
 * rebinding), but cannot forge Host and Origin: both must be local unless the request carries the token.
 */

import { createHash, timingSafeEqual } from 'node:crypto'
import { isIPv4 } from 'node:net'
import type { Request, RequestHandler, Response } from 'express'
import { pause, processMs } from '../../kit/clock/timers.js'
import { ControlError } from '../../kit/errors.js'
import type { Controlled } from '../control/define.js'
import { disconnectSignal } from './connection.js'

export interface ControlSettings extends Controlled {
  /** Expected in `authorization: Bearer …`; undefined if none is required. */
  readonly token: string | undefined
  /** Whether other machines can reach the address: control then requires a token. */
  readonly isPublic: boolean
}

/** `localhost` and the names below it. */
const LOCAL_NAME = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)*localhost$/i

export function guard({ token, isPublic }: ControlSettings): RequestHandler {
  const guesses = createTokenRateLimit()
  /** Withholds the answer after too many wrong tokens. */
  const rejectToken = async (request: Request, response: Response): Promise<never> => {
    const { remoteAddress = '' } = request.socket
    const isAccepted = await guesses.delay(remoteAddress, (ms) =>
      pause(ms, { signal: disconnectSignal(response), isIdle: true }),
    )
    if (isAccepted) throw new ControlError('bad-token')
    response.setHeader('retry-after', '1')
    response.setHeader('connection', 'close')
    throw new ControlError('too-many-tokens', `${MAX_DELAYED} replies to wrong tokens are delayed`)
  }
  return (request, response, next) => {
    if (token !== undefined) {
      // A preflight cannot carry the token.
      if (request.method === 'OPTIONS') return allow(response)
      const { authorization = '' } = request.headers
      if (!isSameSecret(authorization, `Bearer ${token}`)) return rejectToken(request, response)
      guesses.forget(request.socket.remoteAddress ?? '')
      return next()
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

/** Consecutive failures of an address that are answered at once. */
export const FREE_FAILURES = 10
/** The same for all addresses, each second. */
export const FREE_FAILURES_IN_ALL = 100
/** Delayed replies per server. */
export const MAX_DELAYED = 1000
const DELAY_MS = 1000
/** Remembered addresses; the oldest is evicted. */
const MAX_ADDRESSES = 10_000

/** Limits guesses of the token: replies to wrong ones are delayed, the right one never is. */
export function createTokenRateLimit() {
  const failures = new Map<string, number>()
  let inAll = { sinceMs: Number.NEGATIVE_INFINITY, count: 0 }
  let delayed = 0
  const countInAll = (): number => {
    const nowMs = processMs()
    if (nowMs - inAll.sinceMs >= DELAY_MS) inAll = { sinceMs: nowMs, count: 0 }
    return ++inAll.count
  }
  const countOf = (address: string): number => {
    const count = (failures.get(address) ?? 0) + 1
    const [oldest] = failures.keys()
    if (failures.size >= MAX_ADDRESSES && oldest !== undefined && !failures.has(address))
      failures.delete(oldest)
    failures.set(address, count)
    return count
  }
  return {
    /** Counts a wrong token and waits if there were too many. False if too many replies are delayed already. */
    async delay(address: string, wait: (ms: number) => Promise<void>): Promise<boolean> {
      const isFree = [countOf(address) <= FREE_FAILURES, countInAll() <= FREE_FAILURES_IN_ALL].every(Boolean)
      if (isFree) return true
      if (delayed >= MAX_DELAYED) return false
      delayed++
      await wait(DELAY_MS).finally(() => delayed--)
      return true
    },
    /** Clears the failures of an address that sent the right token. */
    forget: (address: string) => void failures.delete(address),
  }
}
