/** Mistakes on the command line, each reported in one sentence. */
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { runMain } from '../../support/in-process-cli.js'
import { rowsOf } from '../../support/rows.js'

/** One line of three parts: `gmx-sim: what: seen; what to write`. */
const SENTENCE = /^gmx-sim: [^\n]+: [^\n]+; [^\n]+\n$/

async function expectMistake(
  args: readonly string[],
  code: number,
  named: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const ended = await runMain(args, env)
  expect(ended).toEqual({ code, stdout: '', stderr: expect.stringMatching(SENTENCE) })
  for (const words of named) expect(ended.stderr).toContain(words)
}

/** Variables and arguments, and the words of the message. */
const USAGE = String.raw`
  gmx-sim serve --prot 1 | unknown option … --prot … did you mean --port? … gmx-sim serve --help
  gmx-sim --quite --port 0 | --quite … did you mean --quiet?
  gmx-sim serve --port | --port <n>
  gmx-sim serve --workers 2 | several workers need a store … --workers 2 … add --store
  gmx-sim serve --store-ca ca.pem --port 0 | --store-ca needs a store … none given … --store <url>
  gmx-sim serve --store-prefix mine --port 0 | --store-prefix needs a store … none given … --store <url>
  GMX_SIM_STORE_CA=ca.pem gmx-sim serve --port 0 | --store-ca needs a store … omit --store-ca and GMX_SIM_STORE_CA
  gmx-sim serve --port 80000 | --port … "80000" … 0 to 65535
  gmx-sim --port 0 --clock fast | --clock … "fast" … 60x
  gmx-sim serve --at 2026-02-30 | --at … "2026-02-30" … 2026-03-01T12:00:00Z
  gmx-sim serve --at a\nb | --at … "a\\nb"
  gmx-sim serve --host '' | --host … "" … 127.0.0.1
  gmx-sim serve --dialect klingon | --dialect … "klingon" … documented, observed
  gmx-sim serve --extra-tokens 5001 | --extra-tokens … "5001" … 0 to 5000
  GMX_SIM_CLOCK=fast gmx-sim serve | GMX_SIM_CLOCK … "fast" … 60x
  GMX_SIM_QUIET=1 gmx-sim serve | GMX_SIM_QUIET … "1" … true, false
  gmx-sim frobnicate | unknown command … frobnicate … write serve, get
  gmx-sim rehears | unknown command … did you mean rehearse?
  GMX_SIM_WORKERS=x gmx-sim serve | GMX_SIM_WORKERS … "x"
  gmx-sim --port 0 serve | comes first … gmx-sim serve
  gmx-sim help frobnicate | gmx-sim --help
  gmx-sim get | get needs an address … none given … 'arbitrum/prices/tickers'
  gmx-sim get arbitrum/ping more | one address … 2 given … omit more
  gmx-sim get ethereum/ping | no base address … ethereum … such as arbitrum/prices/tickers
  gmx-sim get arbitrum/a\nb | no such path … /a b … /prices/candles
  gmx-sim get arbitrum | no such path … /prices/candles
  gmx-sim get arbitrun/ping | no base address … did you mean arbitrum/ping?
  gmx-sim get prices/tickers | no base address … did you mean arbitrum/prices/tickers?
  gmx-sim get arbitrum/prices/ticker | no such path … did you mean /prices/tickers?
  gmx-sim get arbitrum/ping --clock real | --clock
  gmx-sim get arbitrum/ping --at 2150 | write an instant from 1990 to 2100
  gmx-sim get arbitrum/ping --at 1989-12-31T23:59:59Z | write an instant from 1990 to 2100
  gmx-sim get arbitrum/ping --after 30 | --after cannot be read … "30" … 250ms, 10s, 5m, 2h or 1d
  gmx-sim get arbitrum/ping --after 30000d | cannot go beyond 2100 … --after is too long … write a shorter duration
  gmx-sim serve --port 0 --after 99999999d | cannot go beyond 2100 … --after is too long
  gmx-sim serve --watch --port 0 | --watch needs a scenario … none given … gmx-sim init my-outage.yaml
  gmx-sim serve --intercept --workers 2 --store redis://127.0.0.1:1/0 | --intercept needs one process
  gmx-sim serve --signer-key 0x12 | write 0x and 64 hexadecimal digits
  gmx-sim serve --port 0 --control-token correct-horse --control-token-file README.md | two control tokens are given
  gmx-sim run | run needs a program
  gmx-sim rehearse --attach --intercept | --intercept has no effect
  gmx-sim rehearse --offline -- true | --offline needs --intercept
  gmx-sim env --port 1 | none is running on port 1
  gmx-sim mcp --attach localhost | write one such as http://127.0.0.1:8650
  gmx-sim mcp --attach http://127.0.0.1:9 --scenario primary-down | --attach uses the settings of the running simulator: --scenario
  gmx-sim schema logs | unknown schema … write scenario, catalogue, log or openapi
  gmx-sim verify no-such.json | no such file
  gmx-sim verify src | this is a directory
  gmx-sim verify http://127.0.0.1:9/ | cannot read
  gmx-sim compare | compare needs a source
  gmx-sim compare no-such-folder | no such source
  gmx-sim compare http://127.0.0.1:9/arbitrum?x=1 | the address cannot be read
  gmx-sim compare http://127.0.0.1:9/arbitrum#x | the address cannot be read
`

const usageCases = rowsOf(USAGE).map(([typed, words]) => {
  const [env, args] = typed.split('gmx-sim').map((part) => part.trim().split(' ').filter(Boolean))
  return {
    typed,
    args: args.map((word) => word.replace(/^''$/, '')),
    named: words.split(' … '),
    env: Object.fromEntries(env.map((pair) => pair.split('='))),
  }
})

test.each(usageCases)('$typed exits with 2', async ({ args, named, env }) => {
  await expectMistake(args, 2, named, env)
})

test.each([
  [['--after', '99999999d', '--', 'echo'], 'the clock cannot go beyond 2100: --after is too long; '],
  [['--', './no-such-program'], 'there is no such command: ./no-such-program: ENOENT; '],
  [
    ['--set', 'PRICE_API={arbitrim}', '--', 'echo'],
    'unknown placeholder: {arbitrim}; did you mean {arbitrum}? ',
  ],
])('run %j exits with 2, and starts no program', async (args, sentence) => {
  const { code, stdout, stderr } = await runMain(['run', ...args])
  expect([code, stdout, stderr.split('\n').slice(0, 2)]).toEqual([
    2,
    '',
    [expect.stringContaining('answered no request'), expect.stringContaining(`gmx-sim: ${sentence}`)],
  ])
})

test('rehearse reads the catalogue that the environment names', async () => {
  const env = { GMX_SIM_CATALOGUE: 'no-such.yaml' }
  await expectMistake(['rehearse', 'primary-down', '--list'], 3, ['no-such.yaml'], env)
})

test('a port that is taken exits with 4', async () => {
  const holder = createServer()
  onTestFinished(() => void holder.close())
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
  const { port } = holder.address() as { port: number }
  await expectMistake(['serve', '--port', String(port)], 4, [
    `127.0.0.1:${port}`,
    'EADDRINUSE',
    'perhaps by another gmx-sim',
    '--port (0 picks a free one)',
  ])
})

test('an address that is not of this machine exits with 4', async () => {
  await expectMistake(['serve', '--host', '192.0.2.1', '--port', '0'], 4, ['192.0.2.1', '--host'])
})

test.each(['0', 'f', 'g'])('a signer key of 64 times %s is refused, and not shown', async (digit) => {
  const key = `0x${digit.repeat(64)}`
  const { code, stderr } = await runMain(['serve', '--port', '0', '--signer-key', key])
  const why = digit === 'g' ? 'write 0x and 64 hexadecimal digits' : 'not a key of the curve'
  expect([code, stderr]).toEqual([2, expect.stringContaining(why)])
  expect(stderr).not.toContain(key)
})
