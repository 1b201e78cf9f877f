/** Tokens that a scenario lists or delists, at virtual times since it was loaded or at instants, on all networks. */
import * as z from 'zod'
import type { Catalogue, CatalogueToken, TokenListing } from '../market/catalogue/types.js'
import { nextSecond, tokensCalled } from './events.js'
import { isSinceLoaded, moment, momentMs } from './moments.js'
import { hasKnownKeys, optional, shortText } from './values.js'

/** Of a duration and an instant, it is known only when the scenario is loaded. */
function isInOrder({ listedAt, delistedAt }: Readonly<Record<string, string | undefined>>): boolean {
  if (listedAt === undefined || delistedAt === undefined) return true
  return (
    isSinceLoaded(listedAt) !== isSinceLoaded(delistedAt) || momentMs(listedAt, 0) < momentMs(delistedAt, 0)
  )
}

export const tokensSchema = z
  .record(
    shortText,
    z
      .strictObject({
        listedAt: optional(moment, 'Begin of its candles and tickers; 24-hour fields are null for a day'),
        delistedAt: optional(moment, 'End of them: the token and its markets vanish'),
      })
      .refine(({ listedAt, delistedAt }) => (listedAt ?? delistedAt) !== undefined, {
        error: 'write listedAt, delistedAt or both',
        when: hasKnownKeys,
      })
      .refine(isInOrder, { path: ['delistedAt'], error: 'write a time after listedAt' })
      .meta({ tsName: 'ListingInput' }),
  )
  .meta({ description: 'Listings of tokens, by symbol: times since the scenario was loaded, or instants' })

export type ScenarioTokens = z.output<typeof tokensSchema>

export function listingsOf(
  tokens: ScenarioTokens,
  catalogue: Catalogue,
  loadedAtMs: number,
): ReadonlyMap<CatalogueToken, TokenListing> {
  const secondOf = (text: string) => nextSecond(momentMs(text, loadedAtMs))
  return new Map(
    Object.entries(tokens).flatMap(([word, { listedAt, delistedAt }]) => {
      const listing = {
        ...(listedAt !== undefined && { fromSeconds: secondOf(listedAt) }),
        ...(delistedAt !== undefined && { untilSeconds: secondOf(delistedAt) }),
      }
      return tokensCalled(word, catalogue).map((token) => [token, listing] as const)
    }),
  )
}

/** `listed at 30m, delisted at 2h`, by symbol. */
export function listingsInWords(tokens: ScenarioTokens): Record<string, string> {
  const words = Object.entries(tokens).map(([symbol, { listedAt, delistedAt }]) => [
    symbol,
    [listedAt && `listed at ${listedAt}`, delistedAt && `delisted at ${delistedAt}`]
      .filter(Boolean)
      .join(', '),
  ])
  return Object.fromEntries(words)
}
