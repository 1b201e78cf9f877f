/** The dashboard over three replicas: one goes, and the page goes on at another; the store stands still, and it is said. */
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { ControlSettings } from '../../../src/server/http/guard.js'
import type { RunningSimulator } from '../../../src/server/simulator.js'
import { CHROMIUM, hasChromium } from '../../support/chromium.js'
import { DASHBOARD, isLive, textOf } from '../../support/dashboard.js'
import { hasProgram, hasStore, startStore } from '../../support/redis.js'
import { startReplica, startReplicas } from '../../support/replicas.js'
import { until } from '../../support/until.js'

const isThere = hasStore() && hasProgram('haproxy', '-v') && hasChromium()
const AGAIN = ['option redispatch 1', 'retries 5', 'retry-on conn-failure empty-response']

describe.runIf(isThere)('dashboard over replicas', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch(CHROMIUM)
  })
  afterAll(() => browser?.close())

  const ask = async (url: string, times: number) => {
    for (let n = 0; n < times; n++) expect((await fetch(`${url}/arbitrum/ping`)).status).toBe(200)
  }
  const requests = (page: Page, count: number) =>
    until(async () => expect(await textOf(page, '.session dl')).toMatch(new RegExp(`Requests\\s+${count}$`)))
  const rows = (page: Page, count: number) =>
    until(async () => expect(await page.locator('.request').count()).toBe(count))

  test('when a replica leaves, the page continues at another and misses nothing', async () => {
    const { url, simulators, troubles, stopOne, stop } = await startReplicas(3, {}, AGAIN)
    onTestFinished(stop)
    let watched: RunningSimulator | undefined
    for (const simulator of simulators) {
      const { watchers } = simulator.control as ControlSettings
      const enter = watchers.enter.bind(watchers)
      watchers.enter = (gone) => {
        watched = simulator
        enter(gone)
      }
    }
    const page = await browser.newPage()
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(`${url}${DASHBOARD}`)
    await isLive(page)
    await ask(url, 4)
    await rows(page, 4)
    // Whoever has the page now goes, then the one after.
    for (let round = 0; round < 2; round++) {
      const going = watched as RunningSimulator | undefined
      if (going === undefined) throw new Error('nobody is watched')
      await stopOne(going)
      await until(() => expect(watched).not.toBe(going))
      await ask(url, 4)
      await isLive(page)
      await rows(page, 8 + 4 * round)
      await requests(page, 8 + 4 * round)
    }
    expect([complaints, troubles]).toEqual([[], []])
  })

  test('the page reports a frozen store, keeps its data and recovers', async () => {
    const store = await startStore()
    onTestFinished(() => store.stop())
    const replica = await startReplica({ store: store.url }, () => {}, 2000)
    onTestFinished(() => replica.stop())
    const page = await browser.newPage()
    await page.goto(`${replica.url}${DASHBOARD}`)
    await isLive(page)
    await ask(replica.url, 3)
    await rows(page, 3)
    store.signal('SIGSTOP')
    await until(async () => expect(await textOf(page, '.connection')).toContain('has lost its store'))
    expect(await page.locator('#bases tbody tr').count()).toBe(6)
    store.signal('SIGCONT')
    await isLive(page)
    await until(async () => expect((await fetch(`${replica.url}/botanix/ping`)).status).toBe(200))
    await rows(page, 4)
  })
})
