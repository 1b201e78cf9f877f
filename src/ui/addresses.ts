/** The base addresses as the person's client can reach them. */
import { PLACE } from './here.js'
import type { BaseState } from './replies.js'

/**
 * Where a base is. The server tells it by the name that it was asked by; behind a reverse proxy with a path of its own only
 * the page knows the whole way.
 */
export function addressOf({ url }: BaseState): string {
  const { origin, pathname } = new URL(url)
  const name = pathname.replace(/^(?:\/s\/[^/]+)?\//, '')
  return name === '' ? origin : `${location.origin}${PLACE.below}${name}`
}

/** The part of an address that tells bases apart. */
export const shortAddressOf = (base: BaseState): string =>
  addressOf(base).replace(`${location.origin}${PLACE.below}`, '/')

export const firstPart = `${location.origin}${PLACE.below}`.replace(/\/$/, '')
