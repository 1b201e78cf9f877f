import { refused, shown } from './fixture.js'
import type { NetworkName } from './networks.js'
import type { MarketRecord } from './schema.js'
import { type Market, type Token, ZERO_ADDRESS } from './types.js'

/** A network's markets in the file's order; throws where one repeats or names a token that is not listed. */
export function toMarkets(
  network: NetworkName,
  records: readonly MarketRecord[],
  tokens: readonly Token[],
): Market[] {
  const tokenAt = new Map(tokens.map((token) => [token.address, token]))
  const taken = new Set(tokens.map((token) => token.address.toLowerCase()))
  return records.map((record, index) => {
    const refuse = (key: keyof MarketRecord, hint: string) =>
      refused(`${network}/markets.json`, ['markets', index, key], `saw ${shown(record[key])}`, hint)
    const listed = (key: 'indexToken' | 'longToken' | 'shortToken', alternative = '') => {
      const token = tokenAt.get(record[key])
      if (token === undefined)
        throw refuse(key, `write the address of a token in ${network}/tokens.json${alternative}`)
      return token
    }
    if (taken.has(record.marketToken.toLowerCase()))
      throw refuse('marketToken', 'write an address that no other market and no token has')
    taken.add(record.marketToken.toLowerCase())
    const swapOnly = record.indexToken === ZERO_ADDRESS
    return {
      ...record,
      isListed: record.isListed ?? true,
      listingDate: record.listingDate,
      listedAtSeconds: record.listingDate === undefined ? undefined : Date.parse(record.listingDate) / 1000,
      index: swapOnly ? undefined : listed('indexToken', ', or the zero address'),
      long: listed('longToken'),
      short: listed('shortToken'),
    }
  })
}
