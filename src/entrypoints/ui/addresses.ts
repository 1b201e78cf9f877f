import { PAGE_PATHS } from './page-path.js'
import type { BaseState } from './replies.js'

/** The full address of a base: behind a reverse proxy with a path, only the page knows all of it. */
export function addressOf({ url }: BaseState): string {
  const { origin, pathname } = new URL(url)
  const name = pathname.replace(/^(?:\/s\/[^/]+)?\//, '')
  return name === '' ? origin : `${location.origin}${PAGE_PATHS.below}${name}`
}

export const shortAddressOf = (base: BaseState): string =>
  addressOf(base).replace(`${location.origin}${PAGE_PATHS.below}`, '/')

export const firstPart = `${location.origin}${PAGE_PATHS.below}`.replace(/\/$/, '')
