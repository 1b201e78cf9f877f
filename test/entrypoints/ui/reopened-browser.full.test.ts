/** A stream of the dashboard that opens again; over replicas, at another one (session/store/dashboard.replicas.test.ts). */
import { describe, expect, test } from 'vitest'
import { hasChromium } from '../../support/chromium.js'
import { startDashboard, textOf } from '../../support/dashboard.js'
import { until } from '../../support/until.js'

/** The first two explain why they did not act. */
const THROTTLE = `rules:
  - { id: other, match: { base: fallback }, fault: { reset: before } }
  - { id: late, when: { after: 1h }, fault: { status: 500 } }
  - { id: throttle, match: { base: primary, endpoint: tickers }, when: { calls: "2.." }, fault: { status: 429 } }
`

/** Makes the page draw after each event of its stream, as if these arrived slowly. */
const ONE_BY_ONE = `
  const fetched = fetch
  fetch = async (path, options) => {
    const response = await fetched(path, options)
    if (!path.includes('/watch?')) return response
    const oneByOne = new TransformStream({
      async transform(chunk, events) {
        for (const event of chunk.split(/(?<=\\n\\n)/)) {
          events.enqueue(event)
          await new Promise(requestAnimationFrame)
        }
      },
    })
    const body = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(oneByOne)
    return new Response(body.pipeThrough(new TextEncoderStream()), response)
  }
`

describe.skipIf(!hasChromium())('dashboard, a stream', () => {
  const started = startDashboard()
  const { openDashboard } = started
  const ask = (path: string) => fetch(`${started.simulator.url}${path}`)

  test('an open detail stays as it is while the stream opens again, at another replica', async () => {
    await started.control.put('/scenario', THROTTLE)
    for (let times = 0; times < 3; times++) await ask('/arbitrum/prices/tickers')
    const { page, asked } = await openDashboard()
    await page.addInitScript(ONE_BY_ONE)
    await page.reload()
    await page.locator('.request').first().click()
    await page.locator('.reasons li').first().waitFor()
    await page.evaluate(`
      removed = []
      new MutationObserver((changes) => {
        for (const { removedNodes } of changes)
          for (const one of removedNodes) if (one.nodeType === 1) removed.push(one.className || one.tagName)
      }).observe(document.querySelector('#journal'), { childList: true, subtree: true })
    `)
    const streams = () => asked.filter((url) => url.includes('/watch?')).length
    for (const [index, period] of ['15m', '1h', '4h'].entries()) {
      const before = streams()
      await page.getByLabel('Period').selectOption(period)
      await until(() => expect(streams()).toBe(before + 1))
      // An event of the new stream, as the other one was closed.
      await ask('/avalanche/ping')
      await until(async () =>
        expect(await page.locator('.request .n').first().textContent()).toBe(`#${4 + index}`),
      )
    }
    expect(await page.evaluate('removed')).toEqual([])
    expect(await textOf(page, '.detail h3')).toBe('Request #3')
  })
})
