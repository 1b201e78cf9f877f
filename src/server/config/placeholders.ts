/** Addresses for a program, as placeholders in texts and as environment variables. */
import { UserError } from '../../kit/errors.js'
import { type BaseUrls, baseRowsOf } from '../../market/catalogue/base-urls.js'
import { basePrefix, PRIMARY } from '../../market/catalogue/bases.js'
import { nearest } from '../../scenario/read/hints.js'

export interface Addresses {
  readonly url: string
  readonly baseUrls: BaseUrls
  /** Address for the prices that a client reports; in rehearsals only. */
  readonly observe?: string
}

/** Variables for a program by name; values may contain placeholders such as `{arbitrum.fallback}`. */
export type GivenEnvironment = Readonly<Record<string, string>>

/** Excludes `${url}` of shells and `%{url}` of curl. */
const PLACEHOLDER = /(?<![$%])\{([a-z0-9.-]+)\}/g

/** Fills in `{arbitrum}`, `{arbitrum.fallback}`, `{url}` and `{observe}`; other braces stay. */
export function filled(text: string, addresses: Addresses): string {
  return text.replace(PLACEHOLDER, (all, name: string) => addressNamed(name, addresses) ?? all)
}

/** Throws a UserError for a misspelt placeholder. Braces that resemble none belong to the program. */
export function requireKnownPlaceholders(
  texts: readonly string[],
  { observe, baseUrls }: Omit<Addresses, 'url'>,
): void {
  const general = observe === undefined ? ['url'] : ['url', 'observe']
  const networks = Object.keys(baseUrls)
  const namesOf = (network: string) =>
    Object.keys(baseUrls[network] ?? {}).map((base) => (base === PRIMARY ? network : `${network}.${base}`))
  const known = [...general, ...networks.flatMap(namesOf)]
  const baseNames = Object.values(baseUrls).flatMap(Object.keys)
  for (const text of texts)
    for (const [whole, name = ''] of text.matchAll(PLACEHOLDER)) {
      if (known.includes(name) || networks.some((network) => name === `${network}.${PRIMARY}`)) continue
      const network = networks.find((network) => name.startsWith(`${network}.`))
      const meant = baseNames.includes(name) ? `${networks[0]}.${name}` : nearest(name, known)
      if (network === undefined && meant === undefined) continue
      const listed = network === undefined ? [...general, ...networks] : namesOf(network)
      const others = network ? '' : `, and each network's fallbacks such as {${networks[0]}.fallback}`
      const available = `available: ${listed.map((name) => `{${name}}`).join(', ')}${others}`
      const hint = meant === undefined ? available : `did you mean {${meant}}? ${available}`
      throw new UserError('unknown placeholder', whole, hint)
    }
}

/** `GMX_SIM_URL`, `GMX_SIM_ARBITRUM_URL`, `GMX_SIM_ARBITRUM_FALLBACK_2_URL` and so on, and the given variables. */
export function environmentOf(addresses: Addresses, given: GivenEnvironment = {}): GivenEnvironment {
  const stray = Object.entries(given).find(([name, value]) => !NAME.test(name) || typeof value !== 'string')
  if (stray !== undefined)
    throw new UserError(
      'the variable cannot be set',
      stray.join('='),
      "write a name and text, such as { PRICE_API: '{arbitrum}' }",
    )
  requireKnownPlaceholders(Object.values(given), addresses)
  const { url, baseUrls, observe } = addresses
  const ofBases = baseRowsOf(baseUrls).map(([network, base, baseUrl]) => {
    const name = basePrefix(network, base).replaceAll('-', '_').toUpperCase()
    return [`GMX_SIM_${name}_URL`, baseUrl]
  })
  const own = Object.entries(given).map(([name, value]) => [name, filled(value, addresses)])
  return {
    GMX_SIM_URL: url,
    ...Object.fromEntries(ofBases),
    ...(observe !== undefined && { GMX_SIM_OBSERVE_URL: observe }),
    ...Object.fromEntries(own),
  }
}

const NAME = /^[A-Za-z_]\w*$/

/** Variables given as texts of the form `NAME=VALUE`. */
export function parseSets(sets: readonly string[] = []): GivenEnvironment {
  return Object.fromEntries(
    sets.map((text) => {
      const [, name, value = ''] = /^([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? []
      if (name !== undefined) return [name, value]
      throw new UserError('--set cannot be read', JSON.stringify(text), 'write NAME=VALUE')
    }),
  )
}

function addressNamed(name: string, { url, observe, baseUrls }: Addresses): string | undefined {
  if (name === 'url') return url
  if (name === 'observe') return observe
  const [network = '', base = PRIMARY] = name.split('.', 2)
  // Excludes inherited properties such as `constructor`.
  const own = Object.hasOwn(baseUrls, network) ? baseUrls[network] : undefined
  return own && Object.hasOwn(own, base) ? own[base] : undefined
}
