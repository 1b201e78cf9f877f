import { afterAll, describe, expect, test } from 'vitest'
import { matchers, rehearse, startSimulator, UserError } from '../../../src/entrypoints/index.js'
import { loadCatalogue } from '../../../src/market/catalogue/load.js'
import { NETWORKS } from '../../../src/market/catalogue/networks.js'
import { checkScenarioValue } from '../../../src/scenario/read/read.js'
import { bad, good, typed } from './typed-uses.js'

const sim = await startSimulator()
afterAll(() => sim.stop())

describe('usage errors have three parts', () => {
  test.each([
    ['an option', { sede: '42' }, /startSimulator has no option of that name: sede; did you mean seed\?/],
    ['no options', 'seed', /startSimulator cannot use its options: seed; write an object/],
    ['a port', { port: 70_000 }, /port cannot be read: "70000"; write a whole number from 0 to 65535/],
    ['a clock that is text', { clock: 'frozen' }, /the clock cannot be used: .*frozen.*; write an object/],
    ['a clock of no mode', { clock: { mode: 'fast' } }, /mode is "fast": write one of real, frozen/],
    ['a Date that is none', { clock: { at: new Date('x') } }, /at is "Invalid Date": write an instant/],
    ['a path', { scenario: 'scenarios/none.yaml' }, /no such scenario file: "scenarios\/none.yaml"; .*/],
    ['a name, nearly', { scenario: 'primary-outag' }, /did you mean primary-outage\?/],
    [
      'a text',
      { scenario: 'rules:\n  - { fault: { statsu: 3 } }' },
      /the text:2:\d+ unknown key "statsu": did/,
    ],
    ['an object', { scenario: { rules: [{ fault: { hang: 1 } }] } }, /rules\[0\]\.fault\.hang .*write true/],
    ['no ports', { scenario: { rules: [{ fault: { refuse: true } }] } }, /the option splitPorts/],
    ['an address', { host: '192.0.2.1' }, /cannot listen on 192.0.2.1:0: EADDRNOTAVAIL; .*option host/],
  ])('%s', async (_name, options, words) => {
    const error = await startSimulator(options as never).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(error).toBeInstanceOf(UserError)
    expect(String(error)).toMatch(words)
    const { what, seen, hint } = error as UserError
    for (const part of [what, seen, hint]) expect(part).not.toBe('')
  })

  test('a port that is taken', async () => {
    const port = Number(new URL(sim.url).port)
    await expect(startSimulator({ port })).rejects.toThrow(
      /cannot listen on 127.0.0.1:\d+: EADDRINUSE; .*choose another port with the option port/,
    )
    expect((await fetch(`${sim.url}/arbitrum/ping`)).status).toBe(200)
  })

  test('unknown options of calls are refused', async () => {
    const calls: readonly (readonly [call: () => unknown, words: string])[] = [
      [() => sim.journal.waitFor({}, { times: 3 } as never), 'waitFor has no option of that name: times'],
      [() => sim.advance('1s', { timer: {} } as never), 'advance has no option of that name: timer'],
      [() => sim.setPrice('ETH', 1500, { ower: '1s' } as never), 'setPrice has no option of that name: ower'],
    ]
    for (const [call, words] of calls) await expect((async () => call())()).rejects.toThrow(words)
    for (const times of ['1', Number.NaN, -1, 1.5])
      expect(() => matchers.toHaveReceived(sim, {}, { times: times as number })).toThrow(
        'times cannot be used',
      )
  })

  test('unknown networks and bases', () => {
    expect(() => sim.baseUrl('arbitrun')).toThrow('unknown network: "arbitrun"; did you mean arbitrum?')
    expect(() => sim.baseUrl('base')).toThrow(`unknown network: "base"; write one of ${NETWORKS.join(', ')}`)
    expect(() => sim.baseUrl('arbitrum', 'backup')).toThrow(/unknown base: "backup"; write one of/)
  })

  test('a rehearsed client requests an unknown network', async () => {
    const report = await rehearse({
      scenarios: ['primary-outage'],
      client: ({ baseUrl }) => baseUrl('arbitrun'),
    })
    expect([report.verdict, JSON.stringify(report)]).toEqual([
      'fail',
      expect.stringContaining('did you mean arbitrum?'),
    ])
  })
})

test('types: what does not compile is rejected at run time, too', () => {
  expect(typed).toBeTypeOf('function')
  const catalogue = loadCatalogue()
  checkScenarioValue(good, catalogue)
  for (const scenario of bad)
    expect(() => checkScenarioValue(scenario, catalogue), JSON.stringify(scenario)).toThrow(UserError)
})
