import { refused, valueText } from './fixture.js'
import type { NetworkName } from './names.js'
import type { GlvRecord } from './schema.js'
import type { CatalogueGlv, CatalogueMarket } from './types.js'

/** GLVs in file order; throws if an address is that of another GLV or of a market. */
export function toGlvs(
  network: NetworkName,
  records: readonly GlvRecord[],
  markets: readonly CatalogueMarket[],
): CatalogueGlv[] {
  const taken = new Set(markets.map(({ marketToken }) => marketToken.toLowerCase()))
  return records.map(({ isListed = true, listingDate, ...record }, index) => {
    const address = record.glvToken.toLowerCase()
    if (taken.has(address))
      throw refused(
        `${network}/glvs.json`,
        ['glvs', index, 'glvToken'],
        `saw ${valueText(record.glvToken)}`,
        'write an address that no other GLV or market has',
      )
    taken.add(address)
    return {
      ...record,
      isListed,
      listingDate,
      listedAtSeconds: listingDate === undefined ? undefined : Date.parse(listingDate) / 1000,
      markets: markets.filter((market) => isHeld(market, record)),
    }
  })
}

function isHeld(
  { index, longToken, shortToken }: CatalogueMarket,
  glv: Pick<GlvRecord, 'longToken' | 'shortToken'>,
): boolean {
  const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  return index !== undefined && isSame(longToken, glv.longToken) && isSame(shortToken, glv.shortToken)
}
