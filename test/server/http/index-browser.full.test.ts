/** The page at `/` in a real browser: every link of it leads somewhere, and a click copies an address. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { methodsOf } from '../../../src/api/endpoints/define.js'
import { ENDPOINTS } from '../../../src/api/endpoints/index.js'
import { NETWORKS } from '../../../src/market/catalogue/networks.js'
import { startBrowser } from '../../support/browser.js'
import { hasChromium } from '../../support/chromium.js'
import { until } from '../../support/until.js'

describe.skipIf(!hasChromium())('in Chromium', () => {
  const started = startBrowser()
  const { open } = started
  const linksOf = (page: Page) =>
    page.locator('a').evaluateAll((links) => links.map((link) => (link as never as { href: string }).href))

  test('loads nothing else, logs no errors, and every link is answered 200', async () => {
    const { page, asked, complaints } = await open('/')
    expect(complaints).toEqual([])
    expect(asked.filter((url) => !url.startsWith('data:'))).toEqual([`${started.simulator.url}/`])
    const links = await linksOf(page)
    const read = ENDPOINTS.filter((endpoint) => methodsOf(endpoint).includes('GET'))
    expect(links.length).toBe(read.length * NETWORKS.length + 3)
    // Those of a small network: all are written alike.
    const small = links.filter((url) => url.includes('botanix') || url.includes('__sim'))
    expect(small.length).toBeGreaterThan(read.length)
    const statuses = await Promise.all(small.map(async (url) => [url, (await fetch(url)).status]))
    expect(statuses.filter(([, status]) => status !== 200)).toEqual([])
    await page.close()
  })

  test('a click or Enter copies a base address; a click selects it, where there is no clipboard', async () => {
    const { page, complaints } = await open('/', { permissions: ['clipboard-read', 'clipboard-write'] })
    const of = (name: string) =>
      page.getByRole('button', { name: `${started.simulator.url}/${name}`, exact: true })
    const copied = () => page.evaluate('navigator.clipboard.readText()')
    const address = `${started.simulator.url}/botanix-fallback-2`
    await of('botanix-fallback-2').click()
    await page.getByRole('status').getByText(`Copied ${address}`).waitFor()
    expect([await copied(), await page.evaluate('String(getSelection())')]).toEqual([address, address])
    await of('botanix').press('Enter')
    await page.getByRole('status').getByText('botanix').waitFor()
    await until(async () => expect(await copied()).toBe(`${started.simulator.url}/botanix`))
    expect(complaints).toEqual([])
    await page.close()
  })
})
