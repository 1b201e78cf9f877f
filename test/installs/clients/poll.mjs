/** A poller over a retrying library in its ordinary configuration: `node poll.mjs got`. Reports the price it acts on. */
const POLL_MS = 1000
const TIMEOUT_MS = 5000
const TICKERS = '/prices/tickers'

/**
 * By library, which it loads alone: returns the tickers of a base, and rejects when the library gives up.
 * @type {Record<string, () => Promise<(base: string) => Promise<any>>>}
 */
const LIBRARIES = {
  async 'axios-retry'() {
    const { default: axios } = await import('axios')
    const { default: axiosRetry } = await import('axios-retry')
    const client = axios.create({ timeout: TIMEOUT_MS })
    axiosRetry(client, { retries: 3 })
    return async (base) => (await client.get(`${base}${TICKERS}`)).data
  },

  async got() {
    const { default: got } = await import('got')
    return (base) => got(`${base}${TICKERS}`, { timeout: { request: TIMEOUT_MS } }).json()
  },

  async ky() {
    const { default: ky } = await import('ky')
    return (base) => ky(`${base}${TICKERS}`, { timeout: TIMEOUT_MS }).json()
  },

  async 'p-retry'() {
    const { default: pRetry } = await import('p-retry')
    return (base) => pRetry(() => fetched(base), { retries: 3 })
  },

  /** Two retries with backoff, a breaker per base that opens after three failures. */
  async cockatiel() {
    const cockatiel = await import('cockatiel')
    const policies = new Map()
    /** @param {string} base */
    const policyOf = (base) => {
      if (!policies.has(base))
        policies.set(
          base,
          cockatiel.wrap(
            cockatiel.retry(cockatiel.handleAll, {
              maxAttempts: 2,
              backoff: new cockatiel.ExponentialBackoff(),
            }),
            cockatiel.circuitBreaker(cockatiel.handleAll, {
              halfOpenAfter: 10_000,
              breaker: new cockatiel.ConsecutiveBreaker(3),
            }),
          ),
        )
      return policies.get(base)
    }
    return (base) => policyOf(base).execute(() => fetched(base))
  },

  async 'undici-retry-agent'() {
    const { Agent, RetryAgent, request } = await import('undici')
    const dispatcher = new RetryAgent(new Agent({ headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS }), {
      maxRetries: 3,
    })
    return async (base) => {
      const { statusCode, body } = await request(`${base}${TICKERS}`, { dispatcher })
      if (statusCode !== 200) throw new Error(`status ${statusCode}`)
      return body.json()
    }
  },
}

/** @param {string} base */
async function fetched(base) {
  const reply = await fetch(`${base}${TICKERS}`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!reply.ok) throw new Error(`status ${reply.status}`)
  return reply.json()
}

const { env, argv } = process
const bases = ['', '_FALLBACK', '_FALLBACK_2'].map((suffix) => env[`GMX_SIM_ARBITRUM${suffix}_URL`] ?? '')
const get = await LIBRARIES[argv[2]]()

async function tickers() {
  for (const base of bases)
    try {
      return await get(base)
    } catch {
      // The next base.
    }
  return []
}

const ETH_DECIMALS = 18

/** @param {{ medianPrice: string, oracleDecimals: number }} row */
async function report({ medianPrice, oracleDecimals }) {
  const price = String(Number(medianPrice) / 10 ** (30 - ETH_DECIMALS - oracleDecimals))
  const body = JSON.stringify({ symbol: 'ETH', price })
  const headers = { 'content-type': 'application/json' }
  await fetch(env['GMX_SIM_OBSERVE_URL'] ?? '', { method: 'POST', headers, body }).catch(() => {})
}

// A killed test run leaves no client behind.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.exit()
}, 1000).unref()

for (;;) {
  const rows = /** @type {any[]} */ (await tickers())
  const eth = rows.find(({ tokenSymbol }) => tokenSymbol === 'ETH')
  if (eth !== undefined) void report(eth)
  await new Promise((resolve) => setTimeout(resolve, POLL_MS))
}
