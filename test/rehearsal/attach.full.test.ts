/** `gmx-sim rehearse --attach`: a client that somebody else starts, connects when it likes, and lives on. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Report } from '../../src/rehearsal/report.js'
import { type Rehearsing, shortRehearsals, startRehearsal } from '../support/rehearsing.js'
import { until } from '../support/until.js'

const { at } = shortRehearsals()
const QUICK = ['--attach', '--warm-up', '1s', '--cool-down', '1s']
/** Asks the primary and then the fallback, and says what it acts on. */
const CLIENT = `
const [, symbol, observe, ...bases] = process.argv
for (;;) {
  for (const base of bases)
    try {
      const reply = await fetch(base + '/prices/tickers', { signal: AbortSignal.timeout(2000) })
      const { medianPrice } = (await reply.json()).find(({ tokenSymbol }) => tokenSymbol === 'ETH')
      const body = JSON.stringify({ symbol, price: medianPrice, raw: true })
      await fetch(observe, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
      break
    } catch {}
  await new Promise((resolve) => setTimeout(resolve, 100))
}
`
const clients: ChildProcess[] = []
beforeAll(() => {
  const down = '{ id: down, match: { base: primary }, when: { until: 2s }, fault: { close: true } }'
  for (const name of ['one', 'two']) writeFileSync(at(`${name}.yaml`), `name: ${name}\nrules: [${down}]\n`)
})
afterEach(() => {
  for (const client of clients.splice(0)) client.kill()
})

/** Starts a client with the addresses that the command printed. */
async function startClient(rehearsal: Rehearsing, symbol = 'ETH'): Promise<ChildProcess> {
  const addresses = await until(() => {
    const found = ['observe +', 'arbitrum +primary', 'arbitrum +fallback'].map(
      (name) => new RegExp(`^ *${name} +(http\\S+)$`, 'm').exec(rehearsal.stderr())?.[1],
    )
    expect(found).not.toContain(undefined)
    return found as string[]
  })
  const args = ['--input-type=module', '-e', CLIENT, symbol, ...addresses]
  const client = spawn(process.execPath, args, { stdio: 'ignore' })
  clients.push(client)
  return client
}

describe('a client that somebody else starts', () => {
  test('goes through one scenario after the other, and lives on', async () => {
    const scenarios = [at('one.yaml'), at('two.yaml')]
    const rehearsal = startRehearsal([...scenarios, ...QUICK, '--report', `json=${at('report.json')}`])
    const client = await startClient(rehearsal)
    const { stderr } = await rehearsal.end
    expect(stderr).toContain('Point the client at one of these')
    const report = JSON.parse(readFileSync(at('report.json'), 'utf8')) as Report
    expect(report.scenarios.map(({ name }) => name)).toEqual(['one', 'two'])
    for (const { checks, phases, program, observations } of report.scenarios) {
      expect(phases.map(({ name }) => name)).toEqual(['warm-up', 'incident', 'recovery'])
      expect(program).toEqual({ exitCode: null, log: null })
      expect(observations?.reported).toBeGreaterThan(0)
      expect(checks.find(({ id }) => id === 'survives')?.verdict).toBe('not observable')
    }
    // It is nobody's to end.
    expect([client.exitCode, client.signalCode]).toEqual([null, null])
  })

  test('that says a price of a token that there is not ends it with one sentence', async () => {
    const rehearsal = startRehearsal([at('one.yaml'), ...QUICK])
    await startClient(rehearsal, 'EHT')
    const { code, stderr } = await rehearsal.end
    expect([code, stderr.trim().split('\n').at(-1)]).toEqual([
      2,
      expect.stringMatching(/^gmx-sim: no token of that symbol has a price: EHT.*did you mean ETH\?/),
    ])
  })

  test('and that never connects is waited for until Ctrl+C', async () => {
    const rehearsal = startRehearsal([at('one.yaml'), at('two.yaml'), ...QUICK])
    await until(() => expect(rehearsal.stderr()).toContain('observe'))
    rehearsal.signal('SIGINT')
    const { code, stdout } = await rehearsal.end
    expect(code).toBe(5)
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'no requests received: does the program use the base addresses?',
    )
    expect(stdout).toMatch(/^CUT SHORT +0 of 2 scenarios judged/)
  })
})
