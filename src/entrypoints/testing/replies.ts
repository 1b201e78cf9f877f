/** Types of the replies of the documented dialect. They are inferred here; the package spells them out (`tools/generate/types.ts`). */
import type * as z from 'zod'
import type { FormatValue, RequiredParam } from '../../api/endpoints/define.js'
import type { ENDPOINTS } from '../../api/endpoints/index.js'
import type { DeepReadonly } from '../../kit/deep-readonly.js'
import type { NetworkName } from '../../market/catalogue/names.js'

type Served = (typeof ENDPOINTS)[number]

type ReplyOf<Endpoint extends Served> = DeepReadonly<z.output<ReturnType<Endpoint['documented']['schema']>>>

type RequiredOf<Params> = {
  [Name in keyof Params]: Params[Name] extends RequiredParam ? Name : never
}[keyof Params]

type GivenParams<Params> = {
  readonly [Name in RequiredOf<Params>]: FormatValue<Params[Name]>
} & { readonly [Name in Exclude<keyof Params, RequiredOf<Params>>]?: FormatValue<Params[Name]> }

type QueryOf<Params> = [keyof Params] extends [never]
  ? undefined
  : GivenParams<Params> | ([RequiredOf<Params>] extends [never] ? undefined : never)

export type Replies = {
  readonly [Each in Served as Each['id']]: {
    readonly reply: ReplyOf<Each>
    readonly query: QueryOf<Each['params']>
  }
}

export type Ask = <Id extends keyof Replies>(
  network: NetworkName,
  endpoint: Id,
  ...query: undefined extends Replies[Id]['query']
    ? [query?: Replies[Id]['query']]
    : [query: Replies[Id]['query']]
) => Promise<Replies[Id]['reply']>

export type Ticker = Replies['tickers']['reply'][number]
export type SignedPrice = Replies['signed-prices']['reply']['signedPrices'][number]
export type Candle = Replies['candles']['reply']['candles'][number]
export type Token = Replies['tokens']['reply']['tokens'][number]
export type Market = Replies['markets']['reply']['markets'][number]
export type MarketInfo = Replies['markets-info']['reply']['markets'][number]
export type MarketRates = Replies['rates']['reply'][number]
