/**
 * For Playwright: `test` with a `sim`, a session named after each test, and `expect` with the matchers. Pages use the
 * simulator's addresses, or the live hosts with the option `intercept` or after `routeLiveHosts`.
 */
import '../../kit/supported-node.js'
import { expect as baseExpect, test as baseTest, type Page } from '@playwright/test'
import { isIntercepted } from '../../market/catalogue/gmx-hosts.js'
import type { Simulator, SimulatorSession } from './api.js'
import { createBrowserProxies } from './browser-proxy.js'
import { journalTable, sessionIdFor } from './journal.js'
import { matchers } from './matchers.js'
import { startSimulator } from './start.js'
import type { SessionOptions, SimulatorOptions } from './start-options.js'

interface BrowserProxies {
  readonly spki: string
  open(sim: SimulatorSession): Promise<{ readonly url: string; close(): Promise<void> }>
}

const PINNED_KEYS = '--ignore-certificate-errors-spki-list='

interface TestFixtures {
  /** Session options of each test: `test.use({ simOptions: { scenario: 'scenarios/blackout.yaml' } })`. */
  simOptions: SessionOptions
  sim: SimulatorSession
}

interface WorkerFixtures {
  simulatorOptions: SimulatorOptions
  /**
   * Whether the simulator answers what pages request from the live hosts, over TLS and with every fault of connections. Chromium
   * trusts its certificate alone; other browsers need `ignoreHTTPSErrors`. Default: false.
   */
  intercept: boolean
  /** Proxies of a worker, whose browser trusts one key; undefined unless pages are intercepted. */
  proxies: BrowserProxies | undefined
  /** Shared by all tests of a worker. */
  simulator: Simulator
}

export const test = baseTest.extend<TestFixtures, WorkerFixtures>({
  simulatorOptions: [{}, { option: true, scope: 'worker' }],
  simulator: [
    async ({ simulatorOptions }, use) => {
      const simulator = await startSimulator(simulatorOptions)
      await use(simulator)
      await simulator.stop()
    },
    { scope: 'worker' },
  ],
  intercept: [false, { option: true, scope: 'worker' }],
  proxies: [
    async ({ intercept, simulator }, use) =>
      use(intercept ? await createBrowserProxies(simulator.liveHosts) : undefined),
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, proxies }, use) => {
      const { args = [] } = launchOptions
      const more = proxies ? [`${PINNED_KEYS}${proxies.spki}`] : []
      await use({ ...launchOptions, args: [...args, ...more] })
    },
    { scope: 'worker' },
  ],
  proxy: async ({ proxies, proxy, sim }, use) => {
    if (proxies === undefined) return use(proxy)
    const { url, close } = await proxies.open(sim)
    await use({ server: url, bypass: 'localhost,127.0.0.1,[::1]' })
    await close()
  },
  simOptions: [{}, { option: true }],
  sim: async ({ simulator, simOptions, intercept }, use, testInfo) => {
    const id = sessionIdFor(testInfo.title)
    const sim = await simulator.session({ id, intercepted: intercept, ...simOptions })
    await use(sim)
    if (testInfo.status !== testInfo.expectedStatus)
      await testInfo.attach('gmx-sim journal', {
        body: journalTable(sim),
        contentType: 'text/plain',
      })
    await sim.stop()
  },
})

export const expect = baseExpect.extend(matchers)

/** Routes requests of a page, or of all pages of a context, from the live hosts to the simulator. */
export async function routeLiveHosts(pages: Pick<Page, 'route'>, sim: SimulatorSession): Promise<void> {
  await pages.route(
    (url) => isIntercepted(url.hostname, sim.liveHosts),
    async (route) => {
      const request = route.request()
      try {
        const headers = await request.allHeaders()
        const asked = Object.entries(headers).filter(([name]) => !name.startsWith(':'))
        const reply = await sim.fetch(request.url(), { method: request.method(), headers: asked })
        const body = Buffer.from(await reply.arrayBuffer())
        await route.fulfill({ status: reply.status, headers: Object.fromEntries(reply.headers), body })
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
        const { code } = (error.cause ?? {}) as { readonly code?: string }
        await route.abort(code === 'ECONNRESET' ? 'connectionreset' : 'connectionclosed')
      }
    },
  )
}
