import { createServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { type Ended, hostCli, runCli } from '../../support/cli.js'
import { rowsOf } from '../../support/rows.js'

/** One line of three parts: `gmx-sim: what: seen; what to write`. */
const SENTENCE = /^gmx-sim: [^\n]+: [^\n]+; [^\n]+\n$/

function expectMistake(ended: Ended, code: number, named: readonly string[]): void {
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
