/** Environment of the programs that the command line starts. */
import { readFileSync, rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runCli } from '../../support/cli.js'
import { shortRehearsals } from '../../support/rehearsing.js'

const { at, node } = shortRehearsals()

const TOKEN = 'a-control-token'
const SECRETS = { GMX_SIM_CONTROL_TOKEN: TOKEN, GMX_SIM_SIGNER_KEY: `0x${'1'.repeat(64)}` }
const STORE = { GMX_SIM_STORE: 'redis://:a-password@127.0.0.1:1' }
const PROXY = { HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: 'intern.example', no_proxy: '' }

/** A program that writes its environment to `file`, and then prints what an expression gives. */
const writing = (file: string, then = "''") =>
  node(
    `require('fs').writeFileSync(${JSON.stringify(file)}, JSON.stringify(process.env))`,
    `(async () => console.log(${then}))()`,
  )
const statusOf = (url: string) => `(await fetch(${url})).status`

function expectNoSecret(file: string, hosts: string): void {
  const seen = JSON.parse(readFileSync(file, 'utf8'))
  expect(seen['GMX_SIM_URL']).toMatch(/^http:/)
  for (const [name, secret] of Object.entries({ ...SECRETS, ...STORE })) {
    expect(seen).not.toHaveProperty(name)
    expect(JSON.stringify(seen)).not.toContain(secret)
  }
  expect(seen).toMatchObject({ NO_PROXY: hosts, no_proxy: hosts })
}

test('a program under run gets no secret; it reaches the live hosts, not the control API', async () => {
  const file = at('environment.json')
  const live = statusOf("'https://arbitrum-api.gmxinfra.io/ping'")
  const control = statusOf("process.env.GMX_SIM_URL + '/__sim/v1/scenario'")
  const { stdout, stderr } = await runCli(['run', ...writing(file, `${live}, ${control}`)], SECRETS)
  expect(stdout).toBe('200 401\n')
  expect(stderr).toContain('in the observed dialect')
  expectNoSecret(file, 'localhost,127.0.0.1,::1')
})

test.each([
  [[], PROXY, 'intern.example,localhost,127.0.0.1,::1'],
  [['--intercept'], {}, 'localhost,127.0.0.1,::1'],
])('a program under rehearse %j gets no secret', async (args, env, hosts) => {
  const file = at('environment.json')
  rmSync(file, { force: true })
  const { stderr } = await runCli(
    ['rehearse', at('short.yaml'), '--warm-up', '1s', '--cool-down', '1s', ...args, ...writing(file)],
    { ...SECRETS, ...STORE, ...env },
  )
  expect(stderr.includes('in the observed dialect')).toBe(args.length > 0)
  expectNoSecret(file, hosts)
})
