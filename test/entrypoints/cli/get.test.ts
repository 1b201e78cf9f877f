/** `gmx-sim get`: the reply that a client gets, also during an incident, without waiting. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { newFolder } from '../../support/folder.js'
import { runMain } from '../../support/in-process-cli.js'
import { rowsOf } from '../../support/rows.js'
import { startAlone } from '../../support/simulator.js'

const PING = 'arbitrum/ping'

const folder = newFolder()

let written = 0
function scenario(text: string): string {
  const path = join(folder, `${written++}.yaml`)
  writeFileSync(path, text)
  return path
}
const rule = (fault: string): string => scenario(`rules: [{ id: bad, fault: ${fault} }]`)
const get = (address: string, ...args: readonly string[]) => runMain(['get', address, ...args])

/** Exit code, fault of the rule, stdout and stderr: 0 for a whole reply of 2xx, 5 for all others. */
const REPLIES = `
  5 | { status: 429, retryAfter: 2s } | {"errors":["too many requests"]} | the reply would be 429: rule bad answers 429, Retry-After 2 s
  5 | { status: 302, headers: { location: /elsewhere } } |  | the reply would be 302: rule bad answers 302, location: /elsewhere
  5 | { delay: 5m } | {"errors":["timeout"]} | the reply would be 504 after 1 min: rule bad answers 504 after 1 min, the timeout of the route, as the delay is 5 min
  0 | { delay: 5m, routeTimeout: off } | {"ok":true} | the reply would be 200 after 5 min: rule bad answers, delayed by 5 min, past the timeout of the route
  5 | { hang: true } |  | no reply: rule bad never answers
  5 | { close: true } |  | no reply: rule bad closes the connection without a byte
  5 | { refuse: true } |  | no reply: rule bad refuses connections, with --split-ports
  5 | { reset: body } | {"ok": | the reply would be 200, truncated after 6 bytes: rule bad resets the connection inside the body
  5 | { truncate: 0.5, delay: 2s } | {"ok" | the reply would be 200 after 2 s, truncated after 5 bytes: rule bad sends 50% of the body, then closes the connection, delayed by 2 s
  5 | { malformed: encoding } |  | the reply would be 200, truncated after 0 bytes: rule bad declares gzip and sends plain text
  0 | { drip: { bytesPerSecond: 2 } } | {"ok":true} | the reply would be 200 after 5.5 s: rule bad sends the body at 2 bytes per second
  5 | { malformed: garbage } |  | no reply: rule bad sends bytes that are not HTTP
  0 | { status: 204 } |  | the reply would be 204: rule bad answers 204
`

test.each(rowsOf(REPLIES))('exits with %s: %s', async (code, fault, stdout, why) => {
  const ended = { code: Number(code), stdout, stderr: `gmx-sim: ${why}\n` }
  expect(await get(PING, '--scenario', rule(fault))).toEqual(ended)
})

test('an invalid query exits with 2, even under a rule', async () => {
  const args = ['arbitrum/prices/candles?tokenSymbol=ETH', '--scenario', rule('{ delay: 2s }')] as const
  expect(await get(...args)).toEqual({
    code: 2,
    stdout: '{"errors":["period is missing: length of a candle"]}',
    stderr: 'gmx-sim: the reply would be 400: period is missing: length of a candle; correct the query\n',
  })
  const { code, stdout, stderr } = await get('arbitrum/nope', '--scenario', rule('{ stale: 6s }'))
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/^gmx-sim: no such path: \/nope; write one of \/ping, /)
})

describe('when', () => {
  const timed = [
    'clock: { at: 2026-03-01T12:00:00Z, mode: real, rate: 60 }',
    'rules: [{ id: late, match: { endpoint: tickers }, when: { after: 10s, until: 20s }, fault: { stale: 6s } }]',
    'events: [{ asset: ETH, at: 5s, price: 1500 }]',
  ].join('\n')
  const tickersAt = async (...args: readonly string[]) => {
    const { stdout, stderr, code } = await get(
      'arbitrum/prices/tickers',
      '--scenario',
      scenario(timed),
      ...args,
    )
    const rows = JSON.parse(stdout) as { tokenSymbol: string; minPrice: string; updatedAt: number }[]
    const ether = rows.find(({ tokenSymbol }) => tokenSymbol === 'ETH')
    return { code, stderr, at: ether?.updatedAt, price: Number(ether?.minPrice) / 1e12 }
  }

  test('at its start where nothing is said, by its own clock, which does not run', async () => {
    const { code, stderr, at } = await tickersAt()
    expect({ code, at }).toEqual({ code: 0, at: Date.parse('2026-03-01T12:00:00Z') / 1000 })
    expect(stderr).toBe(
      'gmx-sim: no rule of the scenario acts on this request at its start; try a later one with --after 30s\n',
    )
  })

  test('--at is where it starts, and --after how much later', async () => {
    const { code, stderr, at, price } = await tickersAt('--at', '2026-06-01', '--after', '15s')
    // The data are 6 s old, when ETH stood at its new price for 4 s.
    expect({ code, at }).toEqual({ code: 0, at: Date.parse('2026-06-01T00:00:09Z') / 1000 })
    expect(price).toBeGreaterThan(1450)
    expect(price).toBeLessThan(1550)
    expect(stderr).toBe('gmx-sim: the reply would be 200: rule late sends data 6 s old\n')
  })
})

describe('which', () => {
  test('a name of the library: the bytes of a server that has come so far', async () => {
    const server = await startAlone({ scenario: 'poisoned-prices', at: '2026-03-01' })
    onTestFinished(() => server.stop())
    server.session.clock.advance(12_000)
    const reply = await fetch(`${server.url}/arbitrum/prices/tickers`)
    const args = ['--scenario', 'poisoned-prices', '--at', '2026-03-01', '--after', '12s']
    const { code, stdout, stderr } = await get('arbitrum/prices/tickers', ...args)
    expect({ code, stdout }).toEqual({ code: 0, stdout: await reply.text() })
    expect(stderr).toContain(`: rule ${reply.headers.get('x-gmx-sim-rule')} `)
  })
})

test('an address may begin with a slash or be that of a browser or of a live host', async () => {
  for (const address of [
    '/botanix/ping',
    'botanix/ping?',
    'http://127.0.0.1:8650/botanix/ping/',
    'https://arbitrum-api.gmxinfra.io/ping',
  ]) {
    const host = URL.canParse(address) ? new URL(address).host : ''
    const stderr = host && `gmx-sim: simulated in this process: nothing was sent to ${host}\n`
    expect(await get(address)).toEqual({ code: 0, stdout: '{"ok":true}', stderr })
  }
})
