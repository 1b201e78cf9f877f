/** The built command line as a process: arguments, environment, output and exit code. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { COMMAND_HELP } from '../../../src/entrypoints/cli/help.js'
import { ALGORITHM, VERSION } from '../../../src/kit/version.js'
import { flagOf, OPTIONS, type OptionName, variableOf } from '../../../src/server/config/schema.js'
import { anchorsOf } from '../../../tools/generate/doc-blocks.js'
import { hostCli, ROOT, run, runCli, serveCli } from '../../support/cli.js'

const AT = '2026-03-01T12:00:07.450Z'
const FROZEN = ['--clock', 'frozen', '--at', AT]
const OPTION_NAMES = Object.keys(OPTIONS) as OptionName[]

const cli = hostCli()
afterAll(() => cli.stop())

/** The instant on the clock of a server, in ms since 1970: a ping has no cache window. */
async function nowOf(url: string): Promise<number> {
  const { headers } = await fetch(`${url}/arbitrum/ping`)
  return Date.parse(headers.get('x-gmx-sim-at') ?? '')
}

test('serve: the first line on a pipe is the ready line', async () => {
  const { ready, stop } = await serveCli()
  const { stdout, stderr } = await stop()
  expect(stdout).toBe(`${JSON.stringify(ready)}\n`)
  expect(stderr).toBe('')
  expect(Object.keys(ready).slice(0, 4)).toEqual(['event', 'url', 'instanceId', 'baseUrls'])
  expect(ready.event).toBe('ready')
  expect(ready.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(ready.instanceId).toMatch(/^[0-9a-f-]{36}$/)
  for (const network of ['arbitrum', 'avalanche', 'botanix'] as const)
    expect(ready.baseUrls[network]).toEqual({
      primary: `${ready.url}/${network}`,
      fallback: `${ready.url}/${network}-fallback`,
      'fallback-2': `${ready.url}/${network}-fallback-2`,
      api: `${ready.url}/${network}-api`,
      'api-fallback': `${ready.url}/${network}-api-fallback`,
    })
})

test('serve: the default command', async () => {
  const { ready, stop } = await serveCli([], {}, [])
  expect(ready.event).toBe('ready')
  expect((await stop()).code).toBe(0)
})

test.each(['SIGTERM', 'SIGINT'] as const)(
  'serve: %s ends it with 0, open connections and all, and frees the port',
  async (signal) => {
    const { ready, stop } = await serveCli()
    expect((await fetch(`${ready.url}/arbitrum/ping`)).status).toBe(200) // kept alive by fetch
    expect((await stop(signal)).code).toBe(0)
    const again = await serveCli(['--port', new URL(ready.url).port])
    expect(again.ready.url).toBe(ready.url)
    expect(again.ready.instanceId).not.toBe(ready.instanceId)
    await again.stop()
  },
)

test('serve: --quiet leaves the ready line', async () => {
  const { ready, stop } = await serveCli(['--quiet'])
  expect(ready.event).toBe('ready')
  expect((await stop()).stderr).toBe('')
})

test('serve: --after moves on from where the scenario was loaded', async () => {
  const { ready, stop } = await serveCli([...FROZEN, '--scenario', 'primary-down', '--after', '1h'])
  expect(await nowOf(ready.url)).toBe(Date.parse(AT) + 3_600_000)
  const { loadedAt } = (await (await fetch(`${ready.url}/__sim/v1/scenario`)).json()) as { loadedAt: string }
  expect(loadedAt).toBe(AT)
  await stop()
})

test('serve: --after beyond the last instant ends it', async () => {
  const { code, stdout, stderr } = await runCli(['serve', '--port', '0', '--after', '99999999d'])
  const sentence = 'the clock cannot go beyond 2100: --after is too long; write a shorter duration'
  expect([code, stdout, stderr]).toEqual([2, '', `gmx-sim: ${sentence}\n`])
})

test.each([
  [AT, AT],
  ['1772366407', '2026-03-01T12:00:07.000Z'],
  ['1772366407.45', AT],
  ['2026-03-01T13:00:07.450+01:00', AT],
  ['2026-03-01', '2026-03-01T00:00:00.000Z'],
])('serve: --at %s freezes the clock at %s', async (typed, instant) => {
  const { ready, stop } = await serveCli(['--clock', 'frozen', '--at', typed])
  expect(await nowOf(ready.url)).toBe(Date.parse(instant))
  await stop()
})

test('serve: options win over the environment, which wins over defaults', async () => {
  const seedOf = async (...[args, env]: Parameters<typeof cli.run>) =>
    (await cli.run(['get', 'botanix/prices/tickers', ...args], env)).stdout
  const [usual, inherited, typed] = await Promise.all([
    seedOf([]),
    seedOf([], { GMX_SIM_SEED: '1' }),
    seedOf(['--seed', '2'], { GMX_SIM_SEED: '1' }),
  ])
  expect(await seedOf(['--seed', 'gmx-sim'], { GMX_SIM_SEED: '1' })).toBe(usual)
  expect(await seedOf(['--seed', '1'])).toBe(inherited)
  expect(await seedOf(['--seed', '2'])).toBe(typed)
  expect(new Set([usual, inherited, typed]).size).toBe(3)
  expect(await seedOf([], { GMX_SIM_SEED: '' })).toBe(usual)
})

test('serve: the environment sets any option', async () => {
  const { ready, stop } = await serveCli([], {
    GMX_SIM_PORT: '0',
    GMX_SIM_CLOCK: 'frozen',
    GMX_SIM_AT: AT,
    GMX_SIM_QUIET_HEADERS: 'true',
    GMX_SIM_EXTRA_TOKENS: '3',
  })
  const reply = await fetch(`${ready.url}/botanix/prices/tickers`)
  await stop()
  expect(reply.headers.get('x-gmx-sim-at')).toBeNull()
  expect(((await reply.json()) as { updatedAt: number }[])[0].updatedAt).toBe(1_772_366_407)
})

test('get: an address may begin with a slash or be that of a browser', async () => {
  for (const address of ['/botanix/ping', 'http://127.0.0.1:8650/botanix/ping/', 'botanix/ping?']) {
    const stderr = address.startsWith('http')
      ? 'gmx-sim: simulated in this process: nothing was sent to 127.0.0.1:8650\n'
      : ''
    expect(await cli.run(['get', address])).toEqual({ code: 0, stdout: '{"ok":true}', stderr })
  }
})

test.each([
  ['get arbitrum/prices/tickers | head -c 2', '[{'],
  ['run --help | true', ''],
])('%s: a closed pipe is not an error', async (command, stdout) => {
  const ended = await run('bash', ['-c', `set -o pipefail; node dist/cli/main.js ${command}`])
  expect(ended).toEqual({ code: 0, stdout, stderr: '' })
})

describe('help', () => {
  test.each([['--help'], ['serve', '--help'], ['help', 'serve']])(
    '%s %s lists every option',
    async (...args) => {
      const { code, stdout, stderr } = await cli.run(args.filter((arg) => arg !== undefined))
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      for (const name of OPTION_NAMES) {
        expect(stdout).toContain(`  ${flagOf(name)} `)
        expect(stdout.replace(/\s+/g, ' ')).toMatch(
          new RegExp(`\\((default: [^)]+, )?env: ${variableOf(name)}\\)`),
        )
      }
    },
  )

  test.each(Object.entries(COMMAND_HELP))(
    '%s: a sentence, three examples that parse, and a page that exists',
    async (name, [page, ...examples]) => {
      const { code, stdout } = await cli.run([name, '--help'])
      expect(code).toBe(0)
      expect(stdout.split('\n')[2]).toMatch(/^[A-Z].+\.$/)
      expect(stdout.match(/^ {2}npx --no -- gmx-sim /gm)).toHaveLength(3)
      expect(stdout).toContain(`\nDocs: docs/${page}\n`)
      const [file, anchor] = page.split('#')
      const text = readFileSync(join(ROOT, 'docs', file), 'utf8')
      if (anchor !== undefined) expect(anchorsOf(text)).toContain(anchor)
      for (const example of examples)
        for (const [flag] of example.replace(/ -- .*/, '').matchAll(/(?<=^| )--[a-z-]+/g))
          expect(stdout).toContain(`  ${flag} `)
    },
  )

  test('every command has examples', async () => {
    const { stdout } = await cli.run(['--help'])
    const listed = [...stdout.matchAll(/^ {2}([a-z]+) [[<]/gm)].map(([, name]) => name)
    expect(listed.filter((name) => name !== 'help').toSorted()).toEqual(Object.keys(COMMAND_HELP).toSorted())
  })

  test.each(['--version', '-v'])('%s prints the version of the package', async (flag) => {
    const { stdout } = await cli.run([flag])
    expect(stdout).toBe(`${VERSION}\n`)
  })

  test('--version --json', async () => {
    const { code, stdout } = await cli.run(['--version', '--json'])
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { version: VERSION, algorithm: ALGORITHM, node: process.versions.node },
    ])
  })
})
