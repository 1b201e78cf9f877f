/** Addresses as this page reaches them. */
import { pagePathsOf } from './paths.js'
import type { BaseState } from './replies.js'

export const PAGE_PATHS = pagePathsOf(location.pathname)

/** The full address of a base: behind a reverse proxy with a path, only the page knows all of it. */
export function addressOf({ url }: Pick<BaseState, 'url'>): string {
  const { origin, pathname } = new URL(url)
  const name = pathname.replace(/^(?:\/s\/[^/]+)?\//, '')
  return name === '' ? origin : `${location.origin}${PAGE_PATHS.below}${name}`
}

export const shortAddressOf = (base: Pick<BaseState, 'url'>): string =>
  addressOf(base).replace(`${location.origin}${PAGE_PATHS.below}`, '/')

export const firstPart = `${location.origin}${PAGE_PATHS.below}`.replace(/\/$/, '')
