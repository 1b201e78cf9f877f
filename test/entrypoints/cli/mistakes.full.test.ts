import { createServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { type Ended, type Environment, hostCli, runCli } from '../../support/cli.js'

/** One line of three parts: `gmx-sim: what: seen; what to write`. */
const SENTENCE = /^gmx-sim: [^\n]+: [^\n]+; [^\n]+\n$/

function expectMistake(ended: Ended, code: number, named: readonly string[]): void {
  expect(ended).toEqual({ code, stdout: '', stderr: expect.stringMatching(SENTENCE) })
  for (const words of named) expect(ended.stderr).toContain(words)
}

const USAGE: readonly (readonly [args: string[], named: string[], env?: Environment])[] = [
  [
    ['serve', '--prot', '1'],
    ['unknown option', '--prot', 'did you mean --port?', 'gmx-sim serve --help'],
  ],
  [
    ['--quite', '--port', '0'],
    ['--quite', 'did you mean --quiet?'],
  ],
  [['serve', '--port'], ['--port <n>']],
  [
    ['serve', '--workers', '2'],
    ['several workers need a store', '--workers 2', 'add --store'],
  ],
  [
    ['serve', '--port', '80000'],
    ['--port', '"80000"', '0 to 65535'],
  ],
  [
    ['--port', '0', '--clock', 'fast'],
    ['--clock', '"fast"', '60x'],
  ],
  [
    ['serve', '--at', '2026-02-30'],
    ['--at', '"2026-02-30"', '2026-03-01T12:00:00Z'],
  ],
  [
    ['serve', '--at', 'a\nb'],
    ['--at', '"a\\nb"'],
  ],
  [
    ['serve', '--host', ''],
    ['--host', '""', '127.0.0.1'],
  ],
  [
    ['serve', '--dialect', 'klingon'],
    ['--dialect', '"klingon"', 'documented, observed'],
  ],
  [
    ['serve', '--extra-tokens', '5001'],
    ['--extra-tokens', '"5001"', '0 to 5000'],
  ],
  [['serve'], ['GMX_SIM_CLOCK', '"fast"', '60x'], { GMX_SIM_CLOCK: 'fast' }],
  [['serve'], ['GMX_SIM_QUIET', '"1"', 'true, false'], { GMX_SIM_QUIET: '1' }],
  [['frobnicate'], ['unknown command', 'frobnicate', 'write serve, get']],
  [['rehears'], ['unknown command', 'did you mean rehearse?']],
  [['serve'], ['GMX_SIM_WORKERS', '"x"'], { GMX_SIM_WORKERS: 'x' }],
  [
    ['--port', '0', 'serve'],
    ['comes first', 'gmx-sim serve'],
  ],
  [['help', 'frobnicate'], ['gmx-sim --help']],
  [['get'], ['get needs an address', 'none given', "'arbitrum/prices/tickers'"]],
  [
    ['get', 'arbitrum/ping', 'more'],
    ['one address', '2 given', 'omit more'],
  ],
  [
    ['get', 'ethereum/ping'],
    ['no base address', 'ethereum', 'such as arbitrum/prices/tickers'],
  ],
  [
    ['get', 'arbitrum/a\nb'],
    ['no such path', '/a b', '/prices/candles'],
  ],
  [
    ['get', 'arbitrum'],
    ['no such path', '/prices/candles'],
  ],
  [
    ['get', 'arbitrun/ping'],
    ['no base address', 'did you mean arbitrum/ping?'],
  ],
  [
    ['get', 'prices/tickers'],
    ['no base address', 'did you mean arbitrum/prices/tickers?'],
  ],
  [
    ['get', 'arbitrum/prices/ticker'],
    ['no such path', 'did you mean /prices/tickers?'],
  ],
  [['get', 'arbitrum/ping', '--clock', 'real'], ['--clock']],
]

const usageCases = USAGE.map(([args, named, env = {}]) => ({
  typed: [...Object.entries(env).map((pair) => pair.join('=')), 'gmx-sim', ...args].join(' '),
  args,
  named,
  env,
}))

const cli = hostCli()
afterAll(() => cli.stop())

test.each(usageCases)('$typed exits with 2', async ({ args, named, env }) => {
  expectMistake(await cli.run(args, env), 2, named)
})

test('and so does the process', async () => {
  expectMistake(await runCli(['frobnicate']), 2, ['frobnicate'])
})

test('a port that is taken exits with 4', async () => {
  const holder = createServer()
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
  const { port } = holder.address() as { port: number }
  const ended = await runCli(['serve', '--port', String(port)])
  holder.close()
  expectMistake(ended, 4, [
    `127.0.0.1:${port}`,
    'EADDRINUSE',
    'perhaps by another gmx-sim',
    '--port (0 picks a free one)',
  ])
})

test('an address that is not of this machine exits with 4', async () => {
  expectMistake(await runCli(['serve', '--host', '192.0.2.1', '--port', '0']), 4, ['192.0.2.1', '--host'])
})
