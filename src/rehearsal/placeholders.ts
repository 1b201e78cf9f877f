/** Addresses for a program, as placeholders in arguments and as environment variables. */
import type { BaseUrls } from '../catalogue/base-urls.js'
import { PRIMARY } from '../catalogue/bases.js'
import { envOf } from '../catalogue/env.js'
import { UserError } from '../core/errors.js'

export interface Addresses {
  readonly url: string
  readonly observe: string
  readonly baseUrls: BaseUrls
}

/** Fills in `{arbitrum}`, `{arbitrum.fallback}`, `{url}` and `{observe}`; other braces stay. */
export function filled(text: string, addresses: Addresses): string {
  return text.replace(/\{([a-z0-9.-]+)\}/g, (all, name: string) => addressNamed(name, addresses) ?? all)
}

/** `GMX_SIM_URL`, `GMX_SIM_OBSERVE_URL`, `GMX_SIM_ARBITRUM_URL` and so on, plus `sets` of the form `NAME=VALUE`. */
export function environmentOf(addresses: Addresses, sets: readonly string[]): Record<string, string> {
  const { url, observe, baseUrls } = addresses
  return {
    ...envOf(url, baseUrls),
    GMX_SIM_OBSERVE_URL: observe,
    ...Object.fromEntries(sets.map(parseSet).map(([name, value]) => [name, filled(value, addresses)])),
  }
}

export function parseSet(text: string): readonly [name: string, value: string] {
  const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? []
  if (name === undefined)
    throw new UserError('--set cannot be read', JSON.stringify(text), 'write NAME=VALUE')
  return [name, value]
}

function addressNamed(name: string, { url, observe, baseUrls }: Addresses): string | undefined {
  if (name === 'url') return url
  if (name === 'observe') return observe
  const [network, base = PRIMARY] = name.split('.', 2)
  // Excludes inherited properties such as `constructor`.
  return Object.hasOwn(baseUrls, network) && Object.hasOwn(baseUrls[network], base)
    ? baseUrls[network][base]
    : undefined
}
