/**
 * Requests of common clients to these hosts, call by call, verified by `test/clients.test.ts` and shown in docs/clients.md. SDKs are
 * run; for other clients, the requests in their public source are replayed.
 */
export interface ClientCall {
  readonly call: string
  /** Method and URL of each request, below the base address. */
  readonly asks: readonly string[]
}

export interface SdkClient {
  readonly name: string
  /** Folder in test/installs/sdk/node_modules. */
  readonly folder: string
  readonly version: string
  readonly calls: readonly ClientCall[]
}

const get = (call: string, ...urls: string[]): ClientCall => ({ call, asks: urls.map((url) => `GET ${url}`) })

const V1_CALLS = [
  get('oracle.getTickers()', '/prices/tickers'),
  get('oracle.getTokens()', '/tokens'),
  get('oracle.getMarkets()', '/markets'),
  get('tokens.getTokensData()', '/tokens', '/prices/tickers'),
]

const SDK = '@gmx-io/sdk'

export const SDK_CLIENTS: readonly SdkClient[] = [
  { name: SDK, folder: SDK, version: '1.4.0', calls: V1_CALLS },
  { name: SDK, folder: 'sdk-1-5', version: '1.5.0-alpha-9', calls: V1_CALLS },
  { name: SDK, folder: 'sdk-2', version: '2.0.0-alpha-1', calls: V1_CALLS },
]

/** The second-generation client in the newest SDK that has it, as far as these hosts answer it. */
export const SDK_API: SdkClient = {
  name: '@gmx-io/sdk/v2',
  folder: 'sdk-1-5',
  version: '1.5.0-alpha-9',
  calls: [
    get('fetchTokens()', '/tokens'),
    get("fetchRates({ period: '7d' })", '/rates?period=7d'),
    get("fetchApy({ period: '7d' })", '/apy?period=7d'),
    get("fetchPerformanceAnnualized({ period: '90d' })", '/performance/annualized?period=90d'),
    get("fetchPerformanceSnapshots({ period: '90d' })", '/performance/snapshots?period=90d'),
  ],
}

export interface ReadClient {
  readonly name: string
  /** Version of its source. */
  readonly version: string
  readonly calls: readonly ClientCall[]
}

export const READ_CLIENTS: readonly ReadClient[] = [
  {
    name: 'GMX web app',
    version: 'September 2026',
    calls: [
      get('fetchTickers', '/prices/tickers'),
      get('fetch24hPrices', '/prices/24h'),
      get('fetchOracleCandles', '/prices/candles?limit=1&period=5m&tokenSymbol=ETH'),
      get('fetchMarkets', '/markets'),
      get('fetchApys', '/apy?period=90d'),
      get('fetchPerformanceAnnualized', '/performance/annualized?period=90d'),
      get('fetchPerformanceSnapshots', '/performance/snapshots?period=30d'),
      get('fetchIncentivesRewards', '/incentives?'),
      get('fetchUiVersion', '/ui/min_version?active=true&client_version=1.9'),
      get('fetchUiFlags', '/ui-flags/v2'),
      { call: 'fetchPostBatchReport', asks: ['POST /report/ui/batch_report'] },
    ],
  },
  {
    name: 'web3-ethereum-defi (Python)',
    version: '033dabc',
    calls: [
      get('GMXAPI.get_tickers', '/prices/tickers'),
      get('GMXAPI.get_signed_prices', '/signed_prices/latest'),
      get('GMXAPI.get_tokens', '/tokens'),
      get(
        'GMXAPI.get_candlesticks, get_candlesticks_dataframe',
        '/prices/candles?tokenSymbol=ETH&period=1h&limit=10000',
      ),
      get('GMXAPI.get_markets', '/markets'),
      get('GMXAPI.get_markets_info, get_market_depth', '/markets/info?marketTokensData=true'),
      get('GMXAPI.get_apy', '/apy?period=30d'),
    ],
  },
  {
    name: 'gmx_python_sdk (Python)',
    version: 'ae8d5e8',
    calls: [
      get('OraclePrices.get_recent_prices', '/signed_prices/latest'),
      get('get_tokens_address_dict', '/tokens'),
    ],
  },
]
