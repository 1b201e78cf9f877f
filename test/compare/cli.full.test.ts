/** `gmx-sim compare` as a process, against a server on loopback: in real time, so nothing here depends on when replies arrive. */
import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startSimulator } from '../../src/entrypoints/index.js'
import { runCli } from '../support/cli.js'
import { newFolder } from '../support/folder.js'

test('reports and saves the difference of a live server, with GETs of a user agent alone', async () => {
  const folder = newFolder()
  const simulator = await startSimulator({ clock: { mode: 'real' } })
  onTestFinished(() => simulator.stop())
  const asked: string[] = []
  let candlesAsked = 0
  const proxy = createServer(async (request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers['user-agent']}`)
    const reply = await fetch(`${simulator.url}${request.url}`)
    const text = await reply.text()
    response.writeHead(reply.status, {
      'content-type': reply.headers.get('content-type') ?? '',
      'access-control-allow-origin': '*',
    })
    // Candles that have changed when they are polled need not be waited for.
    const isPolled = request.url?.includes('limit=10') && candlesAsked++ > 0
    const isTickers = request.url?.includes('tickers')
    response.end(isPolled ? '{}' : isTickers ? text.replaceAll('"maxPrice"', '"highPrice"') : text)
  })
  onTestFinished(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/arbitrum/`
  const { code, stdout, stderr } = await runCli([
    ...['compare', address, '--rate', '20', '--timeout', '2m', '--save', join(folder, 'saved')],
  ])
  expect(code).toBe(5)
  expect(stderr.split('\n')).toEqual([
    expect.stringMatching(/^gmx-sim: \d+ requests, one every 50 ms$/),
    'gmx-sim: polling tickers to measure their cache window',
    'gmx-sim: polling signed-prices to measure their cache window',
    'gmx-sim: polling candles until they change, up to 16 s',
    '',
  ])
  expect(stdout).toContain('/arbitrum as arbitrum, documented dialect, ')
  expect(stdout).toMatch(/\n {2}key +tickers \[\]\.maxPrice +gone +digits\n/)
  expect(asked.length).toBeGreaterThan(30)
  for (const line of asked) expect(line).toMatch(/^GET \/arbitrum\/\S+ gmx-sim\/\S+ compare$/)
  expect(readdirSync(join(folder, 'saved'))).toContain('asked.json')
})
