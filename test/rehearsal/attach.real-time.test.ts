/** `gmx-sim rehearse --attach`: a client that somebody else starts, comes when it likes, and lives on. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Report } from '../../src/rehearsal/report.js'
import { untilCalm } from '../support/calm.js'
import { runCli } from '../support/cli.js'
import { freePort } from '../support/free-port.js'
import { startRehearsal } from '../support/rehearsing.js'
import { until } from '../support/until.js'

let folder = ''
const at = (name: string) => join(folder, name)
const DOWN = '{ id: down, match: { base: primary }, when: { until: 5s }, fault: { close: true } }'
const QUICK = ['--warm-up', '1s', '--cool-down', '1s']
/** Asks the primary below the address that it is given and then the fallback, whoever is there, and says what it acts on. */
const CLIENT = `
const [, url, symbol] = process.argv
for (;;) {
  for (const base of ['/arbitrum', '/arbitrum-fallback'])
    try {
      const reply = await fetch(url + base + '/prices/tickers', { signal: AbortSignal.timeout(2000) })
      const { medianPrice } = (await reply.json()).find(({ tokenSymbol }) => tokenSymbol === 'ETH')
      const body = JSON.stringify({ symbol, price: medianPrice, raw: true })
      await fetch(url + '/__sim/v1/observe', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
      break
    } catch {}
  await new Promise((resolve) => setTimeout(resolve, 100))
}
`
const clients: ChildProcess[] = []

beforeAll(untilCalm)
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gmx-sim-attach-'))
  for (const name of ['one', 'two']) writeFileSync(at(`${name}.yaml`), `name: ${name}\nrules: [${DOWN}]\n`)
})
afterEach(() => {
  for (const client of clients.splice(0)) client.kill()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function startClient(url: string, symbol = 'ETH'): ChildProcess {
  const args = ['--input-type=module', '-e', CLIENT, url, symbol]
  const client = spawn(process.execPath, args, { stdio: 'ignore' })
  clients.push(client)
  return client
}

/** Base address that the command printed. */
const urlOf = (rehearsal: { stderr(): string }) =>
  until(() => {
    const [, url] = /^ +url +(\S+)$/m.exec(rehearsal.stderr()) ?? []
    expect(url).toBeDefined()
    return url
  })

describe('a client that somebody else starts', () => {
  test('before there is anybody to ask: goes through one scenario after the other, and lives on', async () => {
    const port = await freePort()
    const client = startClient(`http://127.0.0.1:${port}`)
    const scenarios = [at('one.yaml'), at('two.yaml')]
    const { code, stderr } = await startRehearsal([
      ...scenarios,
      '--attach',
      ...['--port', String(port), '--report', `json=${at('report.json')}`, ...QUICK],
    ]).end
    expect(code, stderr).toBe(0)
    for (const said of ['Point the client at one of these', 'arbitrum primary: first broken reply (close)'])
      expect(stderr).toContain(said)
    const report = JSON.parse(readFileSync(at('report.json'), 'utf8')) as Report
    expect(report.scenarios.map(({ name }) => name)).toEqual(['one', 'two'])
    for (const { checks, phases, program } of report.scenarios) {
      expect(phases.map(({ name }) => name)).toEqual(['warm-up', 'incident', 'recovery'])
      expect(program).toEqual({ exitCode: null, log: null })
      const verdicts = Object.fromEntries(checks.map(({ id, verdict }) => [id, verdict]))
      expect(verdicts).toMatchObject({
        survives: 'not observable',
        'answers-again': 'pass',
        'notices-stale': 'pass',
        'fails-back': 'pass',
      })
    }
    // It is nobody's to end; the simulator has gone.
    expect([client.exitCode, client.signalCode]).toEqual([null, null])
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed')
  })

  test('that says a price of a token that there is not ends it with one sentence', async () => {
    const rehearsal = startRehearsal([at('one.yaml'), '--attach', ...QUICK])
    startClient(await urlOf(rehearsal), 'EHT')
    const { code, stderr } = await rehearsal.end
    expect([code, stderr.trim().split('\n').at(-1)]).toEqual([
      2,
      expect.stringMatching(/^gmx-sim: no token of that symbol has a price: EHT.*did you mean ETH\?/),
    ])
  })

  test('and that never comes is waited for until Ctrl+C', async () => {
    const rehearsal = startRehearsal([at('one.yaml'), at('two.yaml'), '--attach', ...QUICK])
    await urlOf(rehearsal)
    rehearsal.signal('SIGINT')
    const { code, stdout } = await rehearsal.end
    expect(code).toBe(5)
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'no requests received: does the program use the base addresses?',
    )
    // Neither is the one that was not begun.
    expect(stdout).toMatch(/CUT SHORT +- +one\nCUT SHORT +- +two/)
  })

  test('is cut short by Ctrl+C: checks of what was seen, without a score', async () => {
    const rehearsal = startRehearsal([at('one.yaml'), '--attach', ...QUICK, '--cool-down', '10m'])
    startClient(await urlOf(rehearsal))
    await until(() => expect(rehearsal.stderr()).toContain('arbitrum primary: answers again'))
    rehearsal.signal('SIGINT')
    const { code, stdout } = await rehearsal.end
    expect(code, stdout).toBe(5)
    expect(stdout).toMatch(/^one {2}CUT SHORT {2}no score/)
    expect(stdout).toContain('fails-back')
  })
})

describe('usage errors are one sentence', () => {
  test.each([
    ['copies', ['--clients', '3']],
    ['variables', ['--set', 'A=b']],
    ['lines of output', ['--observe', '(?<symbol>\\w+) (?<price>.+)']],
    ['its output', ['--verbose']],
    ['logs', ['--logs', 'logs']],
  ])('%s of a client that is not ours', async (_name, args) => {
    const { code, stderr } = await runCli(['rehearse', at('one.yaml'), '--attach', ...args])
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(`${args[0]} has no effect on a client that you start yourself`),
    ])
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })

  test('a port that is taken', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { readonly port: number }
    const { code, stderr } = await runCli(['rehearse', at('one.yaml'), '--attach', '--port', String(port)])
    await new Promise((resolve) => server.close(resolve))
    expect([code, stderr]).toEqual([4, expect.stringContaining(String(port))])
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })
})
