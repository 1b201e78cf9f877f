/** `gmx-sim catalogue`: prints the catalogue as a table or as JSON. */

import { glvRow } from '../../api/endpoints/glvs.js'
import { marketRow } from '../../api/endpoints/markets.js'
import { columns } from '../../kit/text/columns.js'
import type { Catalogue, CatalogueToken, Network } from '../../market/catalogue/types.js'
import { networksOf } from './command-options.js'
import { printJson } from './output.js'

interface CatalogueOptions {
  readonly network?: string
  readonly json?: true
}

export function printCatalogue(catalogue: Catalogue, { network, json }: CatalogueOptions): void {
  const wanted = networksOf(catalogue, network)
  if (json) printJson({ networks: wanted.map((each) => networkJson(each, catalogue)) })
  else process.stdout.write(wanted.map((each) => networkText(each, catalogue)).join('\n'))
}

function networkText(network: Network, catalogue: Catalogue): string {
  const { name, chainId, blockTimeSeconds, signer, markets, glvs } = network
  const { bases, tokens } = networkJson(network, catalogue)
  const priced = tokens.filter((token) => token.priced)
  return [
    `${name}: chain ${chainId}, a block every ${blockTimeSeconds} s, signed by ${signer.address}`,
    ...columns(bases.map(({ base, path, liveHosts }) => [base, path, liveHosts.join(', ')])),
    `${tokens.length} tokens, ${priced.length} with a price`,
    ...columns([TOKEN_HEAD, ...tokens.map(tokenRow)]),
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

function tokenRow({ symbol, address, decimals, asset, ...token }: ReturnType<typeof tokenJson>): string[] {
  const { priceUsd, annualVolatility = 0, spreadBps, follows, synthetic, priced } = token
  const notes = [synthetic ? 'synthetic' : '', priced ? '' : 'no ticker']
  return [
    symbol,
    address,
    String(decimals),
    String(priceUsd),
    `${Number((annualVolatility * 100).toPrecision(6))}%`,
    `${Number((spreadBps / 100).toPrecision(6))}%`,
    follows === null ? asset : `${asset}, follows ${follows}`,
    notes.filter((note) => note !== '').join(', '),
  ]
}

function networkJson(network: Network, catalogue: Catalogue) {
  const { name, chainId, blockTimeSeconds, signer, tokens, markets, glvs } = network
  const bases = catalogue.bases.of(name)
  return {
    name,
    chainId,
    blockTimeSeconds,
    signer: signer.address,
    bases: bases.map(({ base, prefix, liveHosts }) => ({ base, path: `/${prefix}`, liveHosts })),
    tokens: tokens.map((token) => tokenJson(token, catalogue)),
    markets: markets.map((market) => ({
      ...marketRow.render(market),
      listingDate: market.listingDate ?? null,
    })),
    glvs: glvs.map((glv) => ({
      ...glvRow.render(glv),
      listingDate: glv.listingDate ?? null,
      markets: glv.markets.map(({ marketToken }) => marketToken),
    })),
  }
}

function tokenJson(token: CatalogueToken, { assets }: Catalogue) {
  const { symbol, address, decimals, synthetic, priced, spreadBps, priceDecimals, asset } = token
  const { priceUsd, annualVolatility, stable, follows } = assets.get(asset) ?? {}
  return {
    symbol,
    address,
    decimals,
    synthetic,
    priced,
    asset,
    priceUsd,
    priceDecimals,
    annualVolatility,
    spreadBps,
    stable,
    follows: follows ?? null,
  }
}
