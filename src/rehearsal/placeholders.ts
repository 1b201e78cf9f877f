/** Addresses for a program, as placeholders in arguments and as environment variables. */

import { UserError } from '../kit/errors.js'
import { type BaseUrls, envOf } from '../market/catalogue/base-urls.js'
import { type Bases, PRIMARY } from '../market/catalogue/bases.js'
import { nearest } from '../scenario/read/hints.js'

export interface Addresses {
  readonly url: string
  readonly observe: string
  readonly baseUrls: BaseUrls
}

/** Excludes `${url}` of shells and `%{url}` of curl. */
const PLACEHOLDER = /(?<![$%])\{([a-z0-9.-]+)\}/g

const GENERAL = ['url', 'observe'] as const

/** Fills in `{arbitrum}`, `{arbitrum.fallback}`, `{url}` and `{observe}`; other braces stay. */
export function filled(text: string, addresses: Addresses): string {
  return text.replace(PLACEHOLDER, (all, name: string) => addressNamed(name, addresses) ?? all)
}

/** Throws a UserError for a misspelt placeholder. Braces that resemble none belong to the program. */
export function requireKnownPlaceholders(texts: readonly string[], bases: Bases): void {
  const { networks, of } = bases
  const known = [...GENERAL, ...networks.flatMap((network) => namesOf(network, bases))]
  const baseNames = networks.flatMap((network) => of(network).map(({ base }) => base as string))
  for (const text of texts)
    for (const [whole, name] of text.matchAll(PLACEHOLDER)) {
      if (known.includes(name) || networks.some((network) => name === `${network}.${PRIMARY}`)) continue
      const network = networks.find((network) => name.startsWith(`${network}.`))
      const meant = baseNames.includes(name) ? `${networks[0]}.${name}` : nearest(name, known)
      if (network === undefined && meant === undefined) continue
      const listed = network === undefined ? [...GENERAL, ...networks] : namesOf(network, bases)
      const others = network ? '' : `, and each network's fallbacks such as {${networks[0]}.fallback}`
      const available = `available: ${listed.map((name) => `{${name}}`).join(', ')}${others}`
      const hint = meant === undefined ? available : `did you mean {${meant}}? ${available}`
      throw new UserError('unknown placeholder', whole, hint)
    }
}

function namesOf(network: Bases['networks'][number], { of }: Bases): string[] {
  return of(network).map(({ base }) => (base === PRIMARY ? network : `${network}.${base}`))
}

/** `GMX_SIM_URL`, `GMX_SIM_OBSERVE_URL`, `GMX_SIM_ARBITRUM_URL` and so on, plus `sets` of the form `NAME=VALUE`. */
export function environmentOf(addresses: Addresses, sets: readonly string[]): Record<string, string> {
  const { url, observe, baseUrls } = addresses
  const own = Object.fromEntries(sets.map(parseSet).map(([name, value]) => [name, filled(value, addresses)]))
  return { ...envOf(url, baseUrls), GMX_SIM_OBSERVE_URL: observe, ...own }
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
