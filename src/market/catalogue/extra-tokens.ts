/** Generated tokens in addition to the real ones, to test clients with longer or unknown lists. */
import type { Faker } from '@faker-js/faker'
import { exp, ln } from '../../kit/numbers/log-exp.js'
import { Draws } from '../../kit/random/draws.js'
import { keyOf } from '../../kit/random/random.js'
import { nextDrawIndex, toAsset, toToken } from './composition.js'
import type { Catalogue } from './types.js'

/** The address of a synthetic token on a chain. */
export type AddressOf = (chainId: number, symbol: string) => string

/**
 * The catalogue with `count` more synthetic tokens at the end of every network's list, each with its own asset of the same symbol.
 * Deterministic; a larger count extends the result of a smaller one.
 */
export async function withExtraTokens(
  catalogue: Catalogue,
  count: number,
  seed: string,
  addressOf: AddressOf,
): Promise<Catalogue> {
  if (count === 0) return catalogue
  const { faker } = await import('@faker-js/faker/locale/en')
  const extras = makeUp(faker, catalogue, count, seed)
  const assets = new Map(catalogue.assets)
  for (const { asset } of extras) assets.set(asset.name, asset)
  const networks = Object.values(catalogue.networks).map((network) => {
    const first = nextDrawIndex(network.tokens)
    const tokens = extras.map(({ asset, ...numbers }, index) => {
      const { name } = asset
      const address = addressOf(network.chainId, name)
      const record = {
        symbol: name,
        asset: name,
        address,
        synthetic: true,
        drawIndex: first + index,
        ...numbers,
      }
      return toToken(record, asset)
    })
    return { ...network, tokens: [...network.tokens, ...tokens] }
  })
  return {
    ...catalogue,
    assets,
    networks: Object.fromEntries(networks.map((network) => [network.name, network])),
  }
}

/** Faker supplies words only: numbers come from our own draws, independent of its version. */
function makeUp(faker: Faker, catalogue: Catalogue, count: number, seed: string) {
  const taken = takenNames(catalogue)
  const key = keyOf(seed, 'extra-tokens')
  const draws = new Draws()
  faker.seed(key.low)
  return Array.from({ length: count }, (_, index) => {
    const symbol = newSymbol(faker, taken)
    draws.at(key, 0, index)
    const price = drawPrice(draws)
    const annualVolatility = Math.round(60 + 60 * draws.uniform()) / 100
    const spreadBps = Math.round(30 + 170 * draws.uniform()) / 10
    const decimals = draws.uniform() < 0.8 ? 18 : 6
    const asset = toAsset(symbol, { ...price, annualVolatility }, {}, catalogue.kinds)
    return { asset, decimals, spreadBps }
  })
}

const MIN_EXPONENT = -6
const MAX_EXPONENT = 4

/** Log-uniform from 1e-6 to 1e4 USD with three significant digits, at some 5 to 50 million quanta. */
function drawPrice(draws: Draws): { priceUsd: number; priceDecimals: number } {
  const power = MIN_EXPONENT + (MAX_EXPONENT - MIN_EXPONENT) * draws.uniform()
  const exponent = Math.floor(power)
  const digits = Math.min(999, Math.round(100 * exp((power - exponent) * ln(10))))
  // 18-decimals tokens allow at most 12 price decimals.
  const priceDecimals = Math.min(12, (digits < 500 ? 7 : 6) - exponent)
  return { priceUsd: Number(`${digits}e${exponent - 2}`), priceDecimals }
}

const MAX_LETTERS = 6
const WHOLE_WORD_ATTEMPTS = 8

/** A word of 3 to 6 letters; if all are taken, a prefix with a number. */
function newSymbol(faker: Faker, taken: Set<string>): string {
  for (let attempt = 1; ; attempt++) {
    const word = faker.word.noun().toUpperCase()
    const number = attempt > WHOLE_WORD_ATTEMPTS ? String(faker.number.int({ min: 2, max: 999 })) : ''
    const symbol = number === '' ? word : word.slice(0, MAX_LETTERS - number.length) + number
    if (!/^[A-Z]{3}[A-Z0-9]{0,3}$/.test(symbol) || taken.has(symbol)) continue
    taken.add(symbol)
    return symbol
  }
}

/** All symbols and asset names, in capitals: a generated `WSTETH` would be mistaken for the real one. */
function takenNames({ assets, networks }: Catalogue): Set<string> {
  const symbols = Object.values(networks).flatMap(({ tokens }) => tokens.map(({ symbol }) => symbol))
  return new Set([...assets.keys(), ...symbols].map((name) => name.toUpperCase()))
}
