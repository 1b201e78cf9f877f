/** `gmx-sim verify`: signatures of a reply, row by row, and sources that are no reply. */
import { writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { requestOnce } from '../../../src/entrypoints/cli/get.js'
import { newFolder } from '../../support/folder.js'
import { runMain } from '../../support/in-process-cli.js'
import { settingsFor, startAlone, type Typed } from '../../support/simulator.js'

interface Row {
  [key: string]: string | number
}

const folder = newFolder()
const replyOf = async (network: string, typed: Typed = {}) =>
  (await requestOnce(`${network}/signed_prices/latest`, settingsFor(typed))).body.toString()

/** Verifies a source, or a text in a file. */
const verifySource = (source: string, ...more: string[]) => runMain(['verify', source, ...more])
const verify = (text: string, ...more: string[]) => {
  const file = join(folder, 'reply.json')
  writeFileSync(file, text)
  return verifySource(file, ...more)
}

/** A reply whose first row has another value of a key. */
async function changed(key: string, value: (row: Row, all: Row[]) => unknown): Promise<string> {
  const { signedPrices: rows } = JSON.parse(await replyOf('botanix')) as { signedPrices: Row[] }
  return JSON.stringify({ signedPrices: [{ ...rows[0], [key]: value(rows[0], rows) }, ...rows.slice(1)] })
}

describe('good replies verify', () => {
  test.each([
    ['arbitrum', {}, 125],
    ['avalanche', { priceFormat: 'compacted' }, 19],
    ['botanix', { seed: '42' }, 4],
  ] as const)('%s %j: %i rows', async (network, typed, rows) => {
    const { code, stdout } = await verify(await replyOf(network, typed), '--network', network)
    expect(stdout.split('\n').at(-2)).toBe(`${rows} of ${rows} rows verify`)
    expect(code).toBe(0)
  })

  test('an empty list is nothing that verifies', async () => {
    const { code, stdout, stderr } = await verify('{"signedPrices":[]}')
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('an empty list signedPrices')])
  })

  test('from a URL', async () => {
    const simulator = await startAlone()
    onTestFinished(() => simulator.stop())
    const { code, stdout } = await verifySource(`${simulator.url}/botanix/signed_prices/latest`)
    expect([code, stdout.split('\n')[0]]).toEqual([0, 'ok   BTC'])
  })

  test('signed with a key of the user', async () => {
    const signerKey = `0x${'42'.repeat(32)}`
    const reply = await replyOf('botanix', { signerKey })
    expect(reply).not.toContain('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC')
    expect((await verify(reply)).code).toBe(0)
  })
})

describe('of a row that does not verify it says why', () => {
  test.each<[what: string, key: string, value: (row: Row, all: Row[]) => unknown, why: string]>([
    ['another price', 'maxPrice', (row) => `${row['maxPrice']}0`, 'signature is by 0x'],
    ['another block', 'maxBlockHash', () => `0x${'11'.repeat(32)}`, 'signature is by 0x'],
    ['another signer', 'signer', () => `0x${'22'.repeat(20)}`, `not by 0x${'22'.repeat(20)}`],
    ['a flipped bit', 'signature', (row) => flip(String(row['signature'])), 'signature is'],
    [
      'v of 29',
      'signature',
      (row) => String(row['signature']).replace(/..$/, '1d'),
      'signature is not a signature',
    ],
    ["another row's signature", 'signature', (_row, all) => all[1]['signature'], 'signature is by 0x'],
    ['min above max', 'minPrice', (row) => `${row['maxPrice']}1`, 'is above maxPrice'],
    ['a foreign salt', 'salt', () => `0x${'33'.repeat(32)}`, 'its salt belongs to none of the given chains'],
    ['a token elsewhere', 'tokenAddress', () => `0x${'44'.repeat(20)}`, 'its token is'],
    [
      'blocks backwards',
      'minBlockNumber',
      (row) => Number(row['maxBlockNumber']) + 1,
      'ends before it begins',
    ],
    ['too long', 'maxBlockTimestamp', (row) => Number(row['maxBlockTimestamp']) + 301, 'more than 300 s'],
    ['a key missing', 'signature', () => undefined, 'signature: '],
  ])('%s', async (_what, key, value, why) => {
    const { code, stdout, stderr } = await verify(await changed(key, value))
    const [first] = stdout.split('\n')
    expect(first).toContain('BAD  BTC: ')
    expect(first).toContain(why)
    expect([code, stdout, stderr]).toEqual([5, expect.stringContaining('3 of 4 rows verify'), ''])
  })

  test('--json lists the problems', async () => {
    const { code, stdout } = await verify(await changed('signature', () => undefined), '--json')
    const { ok, verified, rows } = JSON.parse(stdout)
    expect([code, ok, verified]).toEqual([5, false, 3])
    expect(rows[0]).toEqual({ symbol: 'BTC', ok: false, problems: [expect.stringMatching(/^signature: /)] })
  })
})

describe('other replies are rejected in one sentence', () => {
  test.each<[string, () => Promise<string>, string]>([
    ['truncated JSON', async () => (await replyOf('botanix')).slice(0, 700), 'may be truncated'],
    ['the other dialect', () => replyOf('botanix', { dialect: 'observed' }), 'observed dialect'],
    ['another reply', async () => '[]', 'no list signedPrices'],
    ['nothing', async () => '', 'may be truncated'],
  ])('%s', async (_name, text, why) => {
    const { code, stdout, stderr } = await verify(await text())
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr).toContain(why)
  })

  test('an unknown network', async () => {
    const { code, stderr } = await verify(await replyOf('botanix'), '--network', 'base')
    expect([code, stderr]).toEqual([2, expect.stringContaining('arbitrum, avalanche, botanix')])
  })
})

function flip(signature: string): string {
  const digit = Number.parseInt(signature[10], 16) ^ 1
  return `${signature.slice(0, 10)}${digit.toString(16)}${signature.slice(11)}`
}

describe('hostile sources', () => {
  async function verified(listener: RequestListener) {
    const server = createServer(listener)
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return verifySource(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  }

  test('redirects are not followed', async () => {
    const seen: (string | undefined)[] = []
    const { code, stderr } = await verified((request, response) => {
      seen.push(request.url)
      response.writeHead(302, { location: '/elsewhere' }).end()
    })
    expect([code, stderr, seen]).toEqual([2, expect.stringContaining('status 302'), ['/']])
  })

  test('wide JSON is not parsed', async () => {
    const wide = `{"signedPrices":[${'{},'.repeat(1_000_000)}{}]}`
    const { code, stderr } = await verified((_request, response) => response.end(wide))
    expect([code, stderr]).toEqual([2, expect.stringContaining('too many values')])
  })

  test('no text steers the terminal, and none is without end', async () => {
    const row = { tokenSymbol: `\u001b[2J${'x'.repeat(1000)}`, [`\u001b]0;${'y'.repeat(1000)}`]: 1 }
    const { stdout } = await verified((_request, response) =>
      response.end(JSON.stringify({ signedPrices: [row] })),
    )
    expect(stdout).toContain('BAD  ?[2J')
    expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}|x{201}|y{201}/u)
    const { stderr } = await verified((_request, response) => response.end('\u001b[2J'))
    expect(stderr.trim()).not.toMatch(/\p{Cc}/u)
  })
})
