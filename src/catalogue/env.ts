/** The base addresses as environment variables, for code that is told by them where the price API is. */

import type { BaseUrls } from './base-urls.js'
import { BASE_ADDRESSES } from './networks.js'

/** `GMX_SIM_URL`, and `GMX_SIM_ARBITRUM_URL`, `GMX_SIM_ARBITRUM_FALLBACK_2_URL` and so on. */
export function envOf(url: string, baseUrls: BaseUrls): Readonly<Record<string, string>> {
  const named = BASE_ADDRESSES.map(({ network, base, prefix }) => [
    `GMX_SIM_${prefix.replaceAll('-', '_').toUpperCase()}_URL`,
    baseUrls[network][base],
  ])
  return { GMX_SIM_URL: url, ...Object.fromEntries(named) }
}
