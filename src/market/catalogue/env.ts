/** Base addresses as environment variables, for programs that read the API's address from there. */

import type { BaseUrls } from './base-urls.js'
import { basePrefix } from './bases.js'

/** `GMX_SIM_URL`, and `GMX_SIM_ARBITRUM_URL`, `GMX_SIM_ARBITRUM_FALLBACK_2_URL` and so on. */
export function envOf(url: string, baseUrls: BaseUrls): Readonly<Record<string, string>> {
  const named = Object.entries(baseUrls).flatMap(([network, bases]) =>
    Object.entries(bases).map(([base, baseUrl]) => {
      const name = basePrefix(network, base).replaceAll('-', '_').toUpperCase()
      return [`GMX_SIM_${name}_URL`, baseUrl]
    }),
  )
  return { GMX_SIM_URL: url, ...Object.fromEntries(named) }
}
