/** `gmx-sim catalogue`: prints the catalogue as a table or as JSON. */

import { renderGlv, renderMarket } from '../../api/endpoints/catalogue-rows.js'
import { columns } from '../../kit/text/columns.js'
import type { Catalogue, CatalogueToken, Network } from '../../market/catalogue/types.js'
import { networksOf, type OptionValues } from './command-options.js'
import { printJson } from './output.js'

export interface CatalogueOptions extends Pick<OptionValues, 'catalogue'> {
  readonly network?: string
  readonly json?: true
}

export function printCatalogue(catalogue: Catalogue, { network, json }: CatalogueOptions): void {
  const wanted = networksOf(catalogue, network)
  if (json) printJson({ networks: wanted.map((each) => networkJson(each, catalogue)) })
  else process.stdout.write(wanted.map((each) => networkText(each, catalogue)).join('\n'))
}

function networkText(network: Network, catalogue: Catalogue): string {
  const { name, chainId, blockTimeSeconds, signer, tokens, markets, glvs } = network
  const { bases } = catalogue
  const priced = tokens.filter((token) => token.priced)
  const head = [
    `${name}: chain ${chainId}, a block every ${blockTimeSeconds} s, signed by ${signer.address}`,
    ...columns(
      bases.of(name).map(({ base, prefix }) => [base, `/${prefix}`, hostOf(prefix, catalogue) ?? '']),
    ),
  ]
  const tokenRows = tokens.map((token) => tokenRow(token, catalogue))
  return [
    ...head,
    `${tokens.length} tokens, ${priced.length} with a price`,
    ...columns([TOKEN_HEAD, ...tokenRows]),
    `${markets.length} markets`,
    ...columns(
      markets.map(({ name, marketToken, isListed }) => [name, marketToken, isListed ? '' : 'not listed']),
    ),
    `${glvs.length} GLVs`,
    ...columns(glvs.map(({ name, glvToken, markets }) => [name, glvToken, `${markets.length} markets`])),
    '',
  ].join('\n')
}

const TOKEN_HEAD = ['symbol', 'address', 'decimals', '~USD', 'volatility', 'spread', 'asset', '']

function tokenRow(token: CatalogueToken, { assets }: Catalogue): string[] {
  const { symbol, address, decimals, spreadBps, synthetic, priced, asset } = token
  const facts = assets.get(asset)
  const notes = [synthetic ? 'synthetic' : '', priced ? '' : 'no ticker']
  return [
    symbol,
    address,
    String(decimals),
    String(facts?.priceUsd),
    `${Number(((facts?.annualVolatility ?? 0) * 100).toPrecision(6))}%`,
    `${Number((spreadBps / 100).toPrecision(6))}%`,
    facts?.follows === undefined ? asset : `${asset}, follows ${facts.follows}`,
    notes.filter((note) => note !== '').join(', '),
  ]
}

function networkJson(network: Network, catalogue: Catalogue): object {
  const { name, chainId, blockTimeSeconds, signer, tokens, markets, glvs } = network
  return {
    name,
    chainId,
    blockTimeSeconds,
    signer: signer.address,
    bases: catalogue.bases
      .of(name)
      .map(({ base, prefix }) => ({ base, path: `/${prefix}`, liveHost: hostOf(prefix, catalogue) ?? null })),
    tokens: tokens.map((token) => tokenJson(token, catalogue)),
    markets: markets.map((market) => ({
      ...renderMarket(market),
      listingDate: market.listingDate ?? null,
    })),
    glvs: glvs.map((glv) => ({
      ...renderGlv(glv),
      listingDate: glv.listingDate ?? null,
      markets: glv.markets.map(({ marketToken }) => marketToken),
    })),
  }
}

function tokenJson(token: CatalogueToken, { assets }: Catalogue): object {
  const { symbol, address, decimals, synthetic, priced, spreadBps, priceDecimals, asset } = token
  const { priceUsd, annualVolatility, stable, follows } = assets.get(asset) ?? {}
  return {
    ...{ symbol, address, decimals, synthetic, priced, asset, priceUsd, priceDecimals },
    ...{ annualVolatility, spreadBps, stable, follows: follows ?? null },
  }
}

function hostOf(prefix: string, { bases }: Catalogue): string | undefined {
  return bases.liveHosts.find((host) => bases.ofLiveHost(host)?.prefix === prefix)
}
