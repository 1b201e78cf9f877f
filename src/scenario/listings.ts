/** Tokens that a scenario lists or delists, at virtual times since it was loaded or at instants, on all networks. */
import * as z from 'zod'
import { DURATION, parseDuration } from '../kit/text/duration.js'
import { ParseError, parseInstant } from '../kit/text/parse.js'
import type { Catalogue, CatalogueToken, TokenListing } from '../market/catalogue/types.js'
import { nextSecond, tokensCalled } from './events.js'
import { hasKnownKeys, MAX_DURATION_MS, optional, shortText, TOO_LONG } from './values.js'

const HINT = 'write a time since the scenario was loaded, such as 30m or -3h, or an instant in ISO 8601'

const SIGNED = /^(-?)(.*)$/

/** Kept as text, as its meaning depends on when the scenario is loaded. */
const time = z
  .string({ error: HINT })
  .refine((text) => !Number.isNaN(timeMs(text, 0)), { error: HINT })
  .refine((text) => !isDuration(text) || Math.abs(timeMs(text, 0)) <= MAX_DURATION_MS, { error: TOO_LONG })

function isDuration(text: string): boolean {
  return DURATION.test(SIGNED.exec(text)?.[2] ?? '')
}

/** Of a duration and an instant, it is known only when the scenario is loaded. */
function isInOrder({ listedAt, delistedAt }: Readonly<Record<string, string | undefined>>): boolean {
  if (listedAt === undefined || delistedAt === undefined) return true
  return isDuration(listedAt) !== isDuration(delistedAt) || timeMs(listedAt, 0) < timeMs(delistedAt, 0)
}

/** NaN for other text. */
function timeMs(text: string, loadedAtMs: number): number {
  const [, sign, duration] = SIGNED.exec(text) ?? []
  if (DURATION.test(duration)) return loadedAtMs + (sign === '-' ? -1 : 1) * parseDuration(duration)
  try {
    const ms = parseInstant(text)
    return ms === 'now' ? Number.NaN : ms
  } catch (error) {
    if (error instanceof ParseError) return Number.NaN
    throw error
  }
}

export const tokensSchema = z
  .record(
    shortText,
    z
      .strictObject({
        listedAt: optional(time, 'Begin of its candles and tickers; 24-hour fields are null for a day'),
        delistedAt: optional(time, 'End of them: the token and its markets vanish'),
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
  const secondOf = (text: string) => nextSecond(timeMs(text, loadedAtMs))
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
