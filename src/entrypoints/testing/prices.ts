/** Prices of replies in USD. */
import { UserError } from '../../kit/errors.js'
import { fixtureFiles } from '../../market/catalogue/load.js'
import type { Token } from './replies.js'

/** A row of tickers or signed prices, as far as needed. */
export interface PriceRow {
  readonly tokenAddress: string
  readonly minPrice: string
  readonly maxPrice: string
  /** Absent from tickers of the observed dialect, as is `oracleDecimals`: their prices have full precision. */
  readonly medianPrice?: string | undefined
  readonly oracleDecimals?: number | undefined
}

type ListedToken = Pick<Token, 'address' | 'decimals'>

/**
 * Converts the prices of a ticker or of a signed price to USD: divides them by 10^(30 - decimals - oracleDecimals).
 *
 * @param tokens Those of `/tokens`; the built-in ones by default.
 * @returns `median` is the middle of both where the row has none.
 * @throws UserError for a token that is not among them.
 * @example
 * import { startSimulator, usd } from 'gmx-sim'
 *
 * const sim = await startSimulator()
 * const tickers = await (await sim.fetch('/arbitrum/prices/tickers')).json()
 * const { median } = usd(tickers.find(({ tokenSymbol }) => tokenSymbol === 'ETH'))
 * assert.equal(median, sim.price('ETH'))
 * await sim.stop()
 */
export function usd(row: PriceRow, tokens: readonly ListedToken[] = builtInTokens()) {
  const { tokenAddress, minPrice, maxPrice, medianPrice, oracleDecimals = 0 } = row
  const wanted = String(tokenAddress).toLowerCase()
  const token = tokens.find(({ address }) => address.toLowerCase() === wanted)
  if (token === undefined)
    throw new UserError(
      'the price cannot be converted',
      `unknown token address ${JSON.stringify(tokenAddress)}`,
      'give a row of tickers or signed prices, and with a catalogue of your own the tokens of /tokens: usd(row, tokens)',
    )
  // Parsed as a decimal, which rounds once: candles show the same number.
  const toUsd = (price: string) => Number(`${price}e${token.decimals + oracleDecimals - 30}`)
  const [min, max] = [toUsd(minPrice), toUsd(maxPrice)]
  return { min, max, median: medianPrice === undefined ? (min + max) / 2 : toUsd(medianPrice) }
}

const builtInTokens = (): readonly ListedToken[] => Object.values(fixtureFiles().tokens).flat()
